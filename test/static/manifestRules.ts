/** The members of `package.json` that the rules check. */
interface Manifest {
  readonly keywords?: readonly string[];
  readonly contributes: {
    readonly commands?: readonly Command[];
    readonly configuration?: Section | readonly Section[];
    readonly viewsContainers?: { readonly activitybar?: readonly { readonly id: string }[] };
    readonly views?: Readonly<Record<string, readonly View[]>>;
    readonly viewsWelcome?: readonly {
      readonly view: string;
      readonly contents: string;
      readonly when?: string;
    }[];
    readonly menus?: Readonly<Record<string, readonly MenuItem[]>>;
    readonly keybindings?: readonly MenuItem[];
  };
}

interface Section {
  readonly properties: Readonly<Record<string, Setting>>;
}

interface Command {
  readonly command: string;
  readonly title: string;
  readonly category?: string;
  readonly enablement?: string;
}

interface Setting {
  readonly scope?: string;
  readonly description?: string;
  readonly markdownDescription?: string;
}

interface View {
  readonly id: string;
  readonly when?: string;
}

interface MenuItem {
  readonly command?: string;
  readonly when?: string;
}

const prefix = 'arbscope.';

/** In words. */
export function manifestBreaches(
  { contributes, ...manifest }: Manifest,
  contextKeys: readonly string[],
): string[] {
  const commands = contributes.commands ?? [];
  const sections = [contributes.configuration ?? []].flat() as readonly Section[];
  const settings = Object.fromEntries(
    sections.flatMap(({ properties }) => Object.entries(properties)),
  );
  const views = Object.values(contributes.views ?? {}).flat();
  const menuItems = [
    ...Object.values(contributes.menus ?? {}).flat(),
    ...(contributes.keybindings ?? []),
  ];
  const welcome = contributes.viewsWelcome ?? [];
  const clauses = [...menuItems, ...views, ...welcome].flatMap(({ when }) => when ?? []);
  const conditions = [...clauses, ...commands.flatMap(({ enablement }) => enablement ?? [])];
  const commandIds = commands.map(({ command }) => command);
  const found = [...new Set(conditions.flatMap(keysOf))]
    .filter((key) => !contextKeys.includes(key))
    .map((key) => `context key ${key} is not declared`);
  for (const [id, setting] of Object.entries(settings)) {
    if (!setting.description && !setting.markdownDescription) {
      found.push(`setting ${id} has no description`);
    }
    // Otherwise a workspace could send keys and requests elsewhere.
    if (namesTarget.test(id) && setting.scope !== 'machine' && setting.scope !== 'application') {
      found.push(`setting ${id} names a target and must be machine-scoped`);
    }
  }
  for (const { command, category } of commands) {
    if (category !== 'Arbscope') found.push(`command ${command} is not in the category Arbscope`);
  }
  const named = [
    ...menuItems.flatMap(({ command }) => command ?? []),
    ...welcome.flatMap(({ contents }) =>
      [...contents.matchAll(/command:([\w.]+)/g)].map(([, id]) => id ?? ''),
    ),
  ];
  for (const id of named) {
    if (id.startsWith(prefix) && !commandIds.includes(id)) found.push(`there is no command ${id}`);
  }
  for (const { view } of welcome) {
    if (!views.some(({ id }) => id === view)) found.push(`there is no view ${view} to welcome in`);
  }
  const containers = contributes.viewsContainers?.activitybar?.map(({ id }) => id) ?? [];
  for (const container of Object.keys(contributes.views ?? {})) {
    if (!containers.includes(container)) found.push(`there is no view container ${container}`);
  }
  const ids = [...commandIds, ...Object.keys(settings), ...views.map(({ id }) => id)];
  for (const id of ids)
    if (!id.startsWith(prefix)) found.push(`${id} does not start with ${prefix}`);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) found.push(`${id} is twice`);
  if ((manifest.keywords ?? []).length > 8) found.push('more than eight keywords');
  return found;
}

/** Their values decide what is called or run. */
const namesTarget = /(url|uri|host|endpoint|proxy|path|server|connection)$/i;

/** Context keys of this extension in a `when` clause, without the compared values. */
function keysOf(clause: string): string[] {
  const withoutValues = clause.replace(
    /(===?|!==?|=~|>=?|<=?)\s*('[^']*'|\/[^/]*\/\w*|[^\s)&|]+)/g,
    '',
  );
  return withoutValues.match(/(?<![\w.])arbscope\.[\w.]+/g) ?? [];
}
