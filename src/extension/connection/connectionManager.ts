import { t } from '@vscode/l10n';
import type { Choice, Prompter } from '../prompts/prompter.ts';
import type { ActiveConnection } from './activeConnection.ts';
import { complaintOfKey, complaintOfRpcUrl } from './connectionInput.ts';
import { apiKeyPrompt, askConnection, rpcUrlPrompt } from './connectionQuestions.ts';
import type { ConnectionSecrets } from './connectionSecrets.ts';
import type { ConnectionStore } from './connectionStore.ts';
import {
  type Connection,
  isSameName,
  type OwnConnection,
  originsOf,
  placeOf,
  sandbox,
} from './connections.ts';
import { iconOf } from './statusWords.ts';

export interface ConnectionManagerOptions {
  readonly prompter: Prompter;
  readonly store: Pick<ConnectionStore, 'all' | 'own' | 'find' | 'save' | 'remove'>;
  readonly secrets: Pick<ConnectionSecrets, 'read' | 'store' | 'remove' | 'rename'>;
  readonly active: Pick<ActiveConnection, 'current' | 'overview' | 'use' | 'choose' | 'change'>;
  /** Tries the connection of a name and tells what came of it, failures too. */
  readonly tryOut: (name: string) => PromiseLike<void>;
}

/** What the picker leads to beside the connections themselves. */
type Act = 'add' | 'edit' | 'test' | 'set-key' | 'remove';

/** Switching, adding, editing and removing connections and their secrets, in conversations. */
export class ConnectionManager {
  readonly #options: ConnectionManagerOptions;

  constructor(options: ConnectionManagerOptions) {
    this.#options = options;
  }

  /** Switches to the connection of a name, or asks which. Anything else than a name asks. */
  async switchTo(name: unknown): Promise<void> {
    const { active, store } = this.#options;
    const named = typeof name === 'string' ? store.find(name) : undefined;
    if (named !== undefined) return await active.use(named.name);
    const answer = await this.#options.prompter.choose<Connection | Act>({
      title: t('Arbscope: Switch Connection'),
      placeholder: t('What answers in this window?'),
      choices: [
        ...store.all.map((connection) => this.#choice(connection)),
        ...actChoices(active.current),
      ],
    });
    if (typeof answer === 'string') return;
    if (typeof answer.value !== 'string') return await this.#use(answer.value);
    await this.#act(answer.value);
  }

  async add(): Promise<void> {
    const { prompter, store, secrets, active } = this.#options;
    const answers = await askConnection({
      prompter,
      taken: store.own.map(({ name }) => name),
      current: null,
      hasSecret: (connection) => this.#hasSecret(connection),
    });
    if (answers === null) return;
    const { connection, secret } = answers;
    await active.change(async () => {
      if (secret !== null) await secrets.store(connection, secret);
      await store.save(connection, null);
      await active.choose(connection.name);
    });
    const words = t('The connection {0} was added and answers in this window.', connection.name);
    void this.#offerTest(connection, words);
  }

  async edit(name?: unknown): Promise<void> {
    const { prompter, store, secrets, active } = this.#options;
    const current = await this.#own(
      name,
      t('Edit Connection'),
      t('Which connection is to change?'),
    );
    if (current === null) return;
    const answers = await askConnection({
      prompter,
      taken: store.own.map((other) => other.name).filter((other) => other !== current.name),
      current,
      hasSecret: (connection) => this.#hasSecret({ ...connection, name: current.name }),
    });
    if (answers === null) return;
    const { connection, secret } = answers;
    await active.change(async () => {
      await secrets.rename(current.name, connection.name);
      if (secret !== null) await secrets.store(connection, secret);
      await store.save(connection, current.name);
      if (isSameName(active.current.name, current.name)) await active.choose(connection.name);
    });
    void this.#offerTest(connection, t('The connection {0} was changed.', connection.name));
  }

  async remove(name?: unknown): Promise<void> {
    const { prompter, store, secrets, active } = this.#options;
    const gone = await this.#own(
      name,
      t('Remove Connection'),
      t('Which connection is to be removed?'),
    );
    if (gone === null) return;
    const isSure = await prompter.confirm({
      message: t('Remove the connection {0}?', gone.name),
      detail:
        gone.kind === 'node'
          ? t('Its RPC URL is deleted from the secret storage.')
          : t('Its API key is deleted from the secret storage.'),
      yes: t('Remove'),
    });
    if (!isSure) return;
    const wasActive = isSameName(active.current.name, gone.name);
    await active.change(async () => {
      await secrets.remove(gone.name);
      await store.remove(gone.name);
      if (wasActive) await active.choose(sandbox.name);
    });
    void prompter.tell(
      'info',
      wasActive
        ? t('The connection {0} was removed. The Sandbox answers in this window.', gone.name)
        : t('The connection {0} was removed.', gone.name),
      [],
    );
  }

  /** Asks for the key or RPC URL of a connection and keeps it under its origin. */
  async setKey(name?: unknown): Promise<void> {
    const { prompter, secrets, store, active } = this.#options;
    const connection = await this.#own(
      name,
      t('Set API Key or RPC URL'),
      t('For which connection?'),
    );
    if (connection === null) return;
    const isNode = connection.kind === 'node';
    const answer = await prompter.text({
      title: isNode ? t('RPC URL of {0}', connection.name) : t('API Key of {0}', connection.name),
      prompt: isNode ? rpcUrlPrompt : apiKeyPrompt(originsOf(connection)),
      isSecret: true,
      check: isNode ? complaintOfRpcUrl : complaintOfKey,
    });
    if (typeof answer === 'string') return;
    const secret = answer.text.trim();
    const changed = isNode ? { ...connection, origin: new URL(secret).origin } : connection;
    await active.change(async () => {
      await secrets.store(changed, secret);
      if (isNode) await store.save(changed, connection.name);
    });
    const words = isNode
      ? t('The connection {0} has its RPC URL.', changed.name)
      : t('The connection {0} has its API key.', changed.name);
    void this.#offerTest(changed, words);
  }

  async removeKey(name?: unknown): Promise<void> {
    const { prompter, secrets, active } = this.#options;
    const connection = await this.#own(
      name,
      t('Remove API Key or RPC URL'),
      t('Of which connection?'),
    );
    if (connection === null) return;
    await active.change(() => secrets.remove(connection.name));
    const words =
      connection.kind === 'node'
        ? t('The RPC URL of {0} was deleted.', connection.name)
        : t('The API key of {0} was deleted.', connection.name);
    void prompter.tell('info', words, []);
  }

  /** A connection of the user's own, by its name or chosen; null where there is none. */
  async #own(name: unknown, title: string, placeholder: string): Promise<OwnConnection | null> {
    const { store, prompter, active } = this.#options;
    const named = store.own.find((one) => typeof name === 'string' && isSameName(one.name, name));
    if (named !== undefined) return named;
    if (store.own.length === 0) {
      const add = t('Add Connection');
      const words = t('There is only the Sandbox, which needs neither address nor key.');
      if ((await prompter.tell('info', words, [add])) === add) await this.add();
      return null;
    }
    const answer = await prompter.choose<OwnConnection>({
      title: `Arbscope: ${title}`,
      placeholder,
      choices: store.own.map((connection) => ({
        ...this.#choice(connection),
        value: connection,
        isCurrent: connection.name === active.current.name,
      })),
    });
    return typeof answer === 'string' ? null : answer.value;
  }

  #choice(connection: Connection): Choice<Connection> {
    const isCurrent = connection.name === this.#options.active.current.name;
    return {
      label: `${iconOf(connection)} ${connection.name}`,
      description: isCurrent ? t('{0} · in use', placeOf(connection)) : placeOf(connection),
      value: connection,
      isCurrent,
    };
  }

  async #use(connection: Connection): Promise<void> {
    const { active } = this.#options;
    await active.use(connection.name);
    // Nothing is looked up here: in a workspace that is not trusted no key is read.
    if (active.overview.hold === 'needs-secret') await this.setKey(connection.name);
  }

  /** For every origin that it is sent to. */
  async #hasSecret(connection: OwnConnection): Promise<boolean> {
    const bound = await this.#options.secrets.read(connection);
    return bound?.origins.length === originsOf(connection).length;
  }

  async #act(act: Act): Promise<void> {
    const { active, tryOut } = this.#options;
    const own = active.current.kind === 'sandbox' ? undefined : active.current.name;
    if (act === 'add') await this.add();
    else if (act === 'edit') await this.edit(own);
    else if (act === 'set-key') await this.setKey(own);
    else if (act === 'remove') await this.remove(own);
    else await tryOut(active.current.name);
  }

  /** Nobody waits for a notification to be answered. */
  async #offerTest(connection: OwnConnection, words: string): Promise<void> {
    const { prompter, tryOut } = this.#options;
    const button = t('Test Connection');
    if ((await prompter.tell('info', words, [button])) === button) await tryOut(connection.name);
  }
}

function actChoices(current: Connection): Choice<Act>[] {
  const add: Choice<Act> = {
    label: t('$(add) Add Connection…'),
    description: t('a service, or your own node'),
    value: 'add',
    group: t('Manage'),
  };
  if (current.kind === 'sandbox') return [add];
  const { kind, name } = current;
  return [
    add,
    { label: t('$(edit) Edit…'), description: name, value: 'edit' },
    {
      label: kind === 'node' ? t('$(key) Set RPC URL…') : t('$(key) Set API Key…'),
      description: name,
      value: 'set-key',
    },
    { label: t('$(debug-start) Test Connection'), description: name, value: 'test' },
    { label: t('$(trash) Remove…'), description: name, value: 'remove' },
  ];
}
