import { runtimeImports } from './.dependency-cruiser.mjs';

// biome-ignore lint/style/noDefaultExport: dependency-cruiser takes the default export.
export default runtimeImports;
