import { commands } from '../../src/extension/contributions/commands.ts';
import type {
  CommandDeclaration,
  SettingDeclaration,
} from '../../src/extension/contributions/declare.ts';
import { mcpProviderId } from '../../src/extension/contributions/mcp.ts';
import { settingSections, settings } from '../../src/extension/contributions/settings.ts';
import { panels, viewContainerId, views } from '../../src/extension/contributions/views.ts';
import { walkthroughId, walkthroughSteps } from '../../src/extension/contributions/walkthrough.ts';
import { manifestTools } from './manifestTools.ts';

const icon = 'media/arbscope.svg';
/** Languages of the snippets in media/snippets/, with their files. */
const snippets = {
  typescript: 'typescript',
  typescriptreact: 'typescript',
  rust: 'rust',
  python: 'python',
} as const;
const shortOf = (id: string): string => id.replace(/^arbscope\./, '');
const allCommands: readonly [string, CommandDeclaration][] = Object.entries(commands);
interface SettingSection {
  readonly title: string;
  readonly order?: number;
  readonly settings: Readonly<Record<string, SettingDeclaration>>;
}

const allSettings: readonly [string, SettingDeclaration][] = Object.entries(settings);

/** package.json with what src/extension/contributions/ declares. */
export function withContributes(text: string): string {
  const manifest = JSON.parse(text);
  manifest.activationEvents = [
    ...panels.map(({ id }) => `onWebviewPanel:${id}`),
    // VS Code derives the others from `contributes`. Hovers in documents of every language and links
    // in terminals are not contributed.
    ...['onLanguage', 'onTerminal:*'],
    // Auto-updated exports continue in a window that shows no file and no view of ours.
    'onStartupFinished',
  ];
  manifest.capabilities.untrustedWorkspaces.restrictedConfigurations = allSettings
    .filter(([, { isRestricted }]) => isRestricted)
    .map(([id]) => id);
  manifest.contributes = {
    ...{ commands: manifestCommands(), menus: manifestMenus(), keybindings: keybindings() },
    viewsContainers: { activitybar: [{ id: viewContainerId, title: 'Arbscope', icon }] },
    views: { [viewContainerId]: manifestViews() },
    viewsWelcome: viewsWelcome(),
    configuration: configuration(),
    walkthroughs: [walkthrough()],
    mcpServerDefinitionProviders: [{ id: mcpProviderId, label: 'Arbscope' }],
    snippets: Object.entries(snippets).map(([language, file]) => ({
      language,
      path: `./media/snippets/${file}.json`,
    })),
    languageModelTools: manifestTools(),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

const manifestCommands = () =>
  allCommands.map(([id, { shortTitle, icon: product, enablement }]) => ({
    command: id,
    title: `%command.${shortOf(id)}.title%`,
    ...(shortTitle !== undefined && { shortTitle: `%command.${shortTitle}.shortTitle%` }),
    category: 'Arbscope',
    ...(product !== undefined && { icon: `$(${product})` }),
    ...(enablement !== undefined && { enablement }),
  }));

function manifestMenus() {
  const menus: Record<string, object[]> = {};
  const add = (menu: string, item: object) => {
    menus[menu] ??= [];
    menus[menu].push(item);
  };
  for (const [id, { palette, menus: places = {} }] of allCommands) {
    if (palette !== undefined) add('commandPalette', { command: id, when: palette });
    for (const [menu, items] of Object.entries(places)) {
      for (const item of items) add(menu, { command: id, ...item });
    }
  }
  return menus;
}

const keybindings = () =>
  allCommands.flatMap(([id, { keybinding }]) =>
    keybinding === undefined ? [] : [{ command: id, ...keybinding }],
  );

const manifestViews = () =>
  views.map(({ id, initialSize, visibility }) => ({
    id,
    name: `%view.${shortOf(id)}.name%`,
    icon,
    contextualTitle: 'Arbscope',
    ...(initialSize !== undefined && { initialSize }),
    ...(visibility !== undefined && { visibility }),
  }));

const viewsWelcome = () =>
  views.flatMap(({ id, welcome }) =>
    welcome.map(({ when, text }) => ({
      view: id,
      ...(when !== undefined && { when }),
      contents: `%welcome.${text}%`,
    })),
  );

const sections: readonly SettingSection[] = settingSections;

const configuration = () =>
  sections.map(({ title, order, settings: ofSection }) => ({
    title: `%${title}%`,
    ...(order !== undefined && { order }),
    properties: Object.fromEntries(
      Object.entries(ofSection).map(([id, { schema, default: value, scope }], index) => [
        id,
        {
          ...schema,
          default: value,
          scope,
          order: index + 1,
          markdownDescription: `%setting.${shortOf(id)}.description%`,
        },
      ]),
    ),
  }));

const walkthrough = () => ({
  id: walkthroughId,
  title: '%walkthrough.title%',
  description: '%walkthrough.description%',
  icon,
  steps: walkthroughSteps.map(({ id, picture, completedBy }) => {
    const [light, dark] = ['light', 'dark'].map(
      (theme) => `media/walkthrough/${picture}-${theme}.webp`,
    );
    return {
      id,
      title: `%walkthrough.${id}.title%`,
      description: `%walkthrough.${id}.description%`,
      media: {
        image: { light, dark, hc: dark, hcLight: light },
        altText: `%walkthrough.${id}.altText%`,
      },
      completionEvents: completedBy,
    };
  }),
});
