import { t } from '@vscode/l10n';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import type { ConnectionSecrets } from '../backend/connectionSecrets.ts';
import type { ConnectionStore } from '../backend/connectionStore.ts';
import {
  type Connection,
  endpointLabel,
  isSameName,
  sandboxConnection,
  secretOrigins,
  type UserConnection,
} from '../base/connections.ts';
import type { Choice, Prompter } from '../ui/prompts/prompter.ts';
import type { ConfirmedReceivers } from './confirmedReceivers.ts';
import { apiKeyPrompt, promptForConnection, rpcUrlPrompt } from './connectionForm.ts';
import { validateApiKey, validateRpcUrl } from './connectionValidation.ts';
import { connectionIcon } from './statusBarContent.ts';

export interface ConnectionManagerOptions {
  readonly prompter: Prompter;
  readonly store: Pick<ConnectionStore, 'all' | 'userConnections' | 'find' | 'save' | 'remove'>;
  readonly secrets: Pick<
    ConnectionSecrets,
    'read' | 'store' | 'remove' | 'rename' | 'geyserToken' | 'storeGeyserToken'
  >;
  readonly active: Pick<
    ActiveConnection,
    'current' | 'overview' | 'switchTo' | 'select' | 'batchChanges'
  >;
  readonly receivers: Pick<ConfirmedReceivers, 'add' | 'addEntered'>;
  readonly testConnection: (name: string) => PromiseLike<void>;
}

type ManageAction = 'add' | 'edit' | 'test' | 'set-key' | 'remove';

export class ConnectionManager {
  readonly #options: ConnectionManagerOptions;

  constructor(options: ConnectionManagerOptions) {
    this.#options = options;
  }

  /** Switches to the named connection; prompts for one if `name` is not a string. */
  async switchTo(name: unknown): Promise<void> {
    const { active, store } = this.#options;
    const named = typeof name === 'string' ? store.find(name) : undefined;
    if (named !== undefined) return await active.switchTo(named.name);
    const answer = await this.#options.prompter.choose<Connection | ManageAction>({
      title: t('Arbscope: Switch Connection'),
      placeholder: t('Choose the connection for this window'),
      choices: [
        ...store.all.map((connection) => this.#toChoice(connection)),
        ...manageChoices(active.current),
      ],
    });
    if (typeof answer === 'string') return;
    if (typeof answer.value !== 'string') return await this.#switchAndRequireSecret(answer.value);
    await this.#runAction(answer.value);
  }

  async add(): Promise<void> {
    const { prompter, store, secrets, receivers, active } = this.#options;
    const answers = await promptForConnection({
      prompter,
      takenNames: store.userConnections.map(({ name }) => name),
      current: null,
      hasSecret: (connection) => this.#hasSecret(connection),
      storedToken: (connection) => secrets.geyserToken(connection),
    });
    if (answers === null) return;
    const { connection, secret, geyserToken } = answers;
    await active.batchChanges(async () => {
      if (secret !== null) await secrets.store(connection, secret);
      if (geyserToken !== null) await secrets.storeGeyserToken(connection, geyserToken);
      await store.save(connection, null);
      await receivers.addEntered(connection, null);
      await active.select(connection.name);
    });
    const message = t('Added {0}. This window uses it now.', connection.name);
    void this.#offerTest(connection, message);
  }

  async edit(name?: unknown): Promise<void> {
    const { prompter, store, secrets, receivers, active } = this.#options;
    const current = await this.#pickUserConnection(
      name,
      t('Edit Connection'),
      t('Select a connection to edit'),
    );
    if (current === null) return;
    const answers = await promptForConnection({
      prompter,
      takenNames: store.userConnections
        .map((other) => other.name)
        .filter((other) => other !== current.name),
      current,
      hasSecret: (connection) => this.#hasSecret({ ...connection, name: current.name }),
      storedToken: (connection) => secrets.geyserToken(connection),
    });
    if (answers === null) return;
    const { connection, secret, geyserToken } = answers;
    await active.batchChanges(async () => {
      await secrets.rename(current.name, connection.name);
      if (secret !== null) await secrets.store(connection, secret);
      if (geyserToken !== null) await secrets.storeGeyserToken(connection, geyserToken);
      await store.save(connection, current.name);
      await receivers.addEntered(connection, current);
      if (isSameName(active.current.name, current.name)) await active.select(connection.name);
    });
    void this.#offerTest(connection, t('Saved {0}.', connection.name));
  }

  async remove(name?: unknown): Promise<void> {
    const { prompter, store, secrets, active } = this.#options;
    const gone = await this.#pickUserConnection(
      name,
      t('Remove Connection'),
      t('Select a connection to remove'),
    );
    if (gone === null) return;
    const isSure = await prompter.confirm({
      message: t('Remove the connection {0}?', gone.name),
      detail:
        gone.kind === 'node'
          ? t('This also deletes its RPC URL from the secret storage.')
          : t('This also deletes its API key from the secret storage.'),
      confirmLabel: t('Remove'),
    });
    if (!isSure) return;
    const wasActive = isSameName(active.current.name, gone.name);
    await active.batchChanges(async () => {
      await secrets.remove(gone.name);
      await store.remove(gone.name);
      if (wasActive) await active.select(sandboxConnection.name);
    });
    void prompter.notify(
      'info',
      wasActive
        ? t('Removed {0}. This window uses the Sandbox now.', gone.name)
        : t('Removed {0}.', gone.name),
      [],
    );
  }

  /** Prompts for the key or RPC URL of a connection, and stores it for its origin. */
  async setKey(name?: unknown): Promise<void> {
    const { prompter, secrets, store, receivers, active } = this.#options;
    const connection = await this.#pickUserConnection(
      name,
      t('Set API Key or RPC URL'),
      t('Select a connection'),
    );
    if (connection === null) return;
    const isNode = connection.kind === 'node';
    const answer = await prompter.text({
      title: isNode ? t('RPC URL of {0}', connection.name) : t('API Key of {0}', connection.name),
      prompt: isNode ? rpcUrlPrompt : apiKeyPrompt(secretOrigins(connection)),
      isSecret: true,
      validate: isNode ? validateRpcUrl : validateApiKey,
    });
    if (typeof answer === 'string') return;
    const secret = answer.text.trim();
    const changed = isNode ? { ...connection, origin: new URL(secret).origin } : connection;
    await active.batchChanges(async () => {
      await secrets.store(changed, secret);
      if (isNode) await store.save(changed, connection.name);
      await receivers.add(...secretOrigins(changed));
    });
    const message = isNode
      ? t('Saved the RPC URL of {0}.', changed.name)
      : t('Saved the API key of {0}.', changed.name);
    void this.#offerTest(changed, message);
  }

  async removeKey(name?: unknown): Promise<void> {
    const { prompter, secrets, active } = this.#options;
    const connection = await this.#pickUserConnection(
      name,
      t('Remove API Key or RPC URL'),
      t('Select a connection'),
    );
    if (connection === null) return;
    await active.batchChanges(() => secrets.remove(connection.name));
    const message =
      connection.kind === 'node'
        ? t('Removed the RPC URL of {0}.', connection.name)
        : t('Removed the API key of {0}.', connection.name);
    void prompter.notify('info', message, []);
  }

  async #pickUserConnection(
    name: unknown,
    title: string,
    placeholder: string,
  ): Promise<UserConnection | null> {
    const { store, prompter, active } = this.#options;
    const named = store.userConnections.find(
      (one) => typeof name === 'string' && isSameName(one.name, name),
    );
    if (named !== undefined) return named;
    if (store.userConnections.length === 0) {
      const add = t('Add Connection');
      const message = t('Add a connection first. The Sandbox has no address or key to edit.');
      if ((await prompter.notify('info', message, [add])) === add) await this.add();
      return null;
    }
    const answer = await prompter.choose<UserConnection>({
      title: `Arbscope: ${title}`,
      placeholder,
      choices: store.userConnections.map((connection) => ({
        ...this.#toChoice(connection),
        value: connection,
        isCurrent: connection.name === active.current.name,
      })),
    });
    return typeof answer === 'string' ? null : answer.value;
  }

  #toChoice(connection: Connection): Choice<Connection> {
    const isCurrent = connection.name === this.#options.active.current.name;
    return {
      label: `${connectionIcon(connection)} ${connection.name}`,
      description: isCurrent
        ? t('{0} · in use', endpointLabel(connection))
        : endpointLabel(connection),
      value: connection,
      isCurrent,
    };
  }

  async #switchAndRequireSecret(connection: Connection): Promise<void> {
    const { active } = this.#options;
    await active.switchTo(connection.name);
    // Checks only the state: in an untrusted workspace no key may be read.
    if (active.overview.blockedReason === 'needs-secret') await this.setKey(connection.name);
  }

  /** Whether a secret is stored for every origin that receives it. */
  async #hasSecret(connection: UserConnection): Promise<boolean> {
    const bound = await this.#options.secrets.read(connection);
    return bound?.origins.length === secretOrigins(connection).length;
  }

  async #runAction(act: ManageAction): Promise<void> {
    const { active, testConnection } = this.#options;
    const own = active.current.kind === 'sandbox' ? undefined : active.current.name;
    if (act === 'add') await this.add();
    else if (act === 'edit') await this.edit(own);
    else if (act === 'set-key') await this.setKey(own);
    else if (act === 'remove') await this.remove(own);
    else await testConnection(active.current.name);
  }

  /** Does not wait for the notification to be closed. */
  async #offerTest(connection: UserConnection, message: string): Promise<void> {
    const { prompter, testConnection } = this.#options;
    const button = t('Test Connection');
    if ((await prompter.notify('info', message, [button])) === button)
      await testConnection(connection.name);
  }
}

function manageChoices(current: Connection): Choice<ManageAction>[] {
  const add: Choice<ManageAction> = {
    label: t('$(add) Add Connection…'),
    description: t('a service or your own node'),
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
