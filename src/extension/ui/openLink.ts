import { isAddress } from '../../api/base58.ts';
import type { LinkRequest, RelatedKind } from '../../webview/messages/links.ts';
import { executeCommand } from '../contributions/commandsAndSettings.ts';
import { openExplorer } from './openExplorer.ts';

/** Call only after a click on a page. */
export async function openLink(request: LinkRequest): Promise<void> {
  switch (request.type) {
    case 'open-related':
      if (isAddress(request.id)) await related[request.kind](request.id);
      return;
    case 'open-transaction':
      await executeCommand('arbscope.lookUpTransaction', request.signature);
      return;
    case 'track':
      // Without the question for a name.
      await executeCommand('arbscope.trackLeader', { address: request.wallet });
      return;
    case 'open-explorer':
      await openExplorer(request.what, request.id);
  }
}

const related: Readonly<Record<RelatedKind, (id: string) => PromiseLike<unknown>>> = {
  wallet: (id) => executeCommand('arbscope.openWallet', id),
  token: (id) => executeCommand('arbscope.openToken', id),
  amm: (id) => executeCommand('arbscope.showArbitrages', { amms: [id] }),
  pool: (id) => executeCommand('arbscope.openPool', id),
};
