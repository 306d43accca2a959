import { t } from '@vscode/l10n';
import type { WalletContent, WalletRequest } from '../messages/wallet.ts';
import { detailWindowText } from './format.ts';
import { Caption, Part } from './parts.tsx';
import { RollupTable } from './rollupTable.tsx';

interface RollupSectionProps {
  readonly content: WalletContent;
  readonly send: (request: WalletRequest) => void;
}

export function RollupSection({ content, send }: RollupSectionProps) {
  const { wallets } = content;
  const about = detailWindowText(content);
  return (
    <Part title={t('Tokens and AMMs by net gains')}>
      <div class="rollup-pair" style={{ '--wallets': String(wallets.length) }}>
        <RollupTable
          wallets={wallets}
          caption={t('Tokens, {0}', about)}
          head={t('Token')}
          rollupsOf={({ tokens }) => tokens}
          onOpen={(mint) => send({ type: 'open-related', kind: 'token', id: mint })}
          openTitle={(mint) => t('Open {0}', mint)}
        />
        <RollupTable
          wallets={wallets}
          caption={t('AMMs, {0}', about)}
          head={t('AMM')}
          rollupsOf={({ amms }) => amms}
          onOpen={(amm) => send({ type: 'show-arbitrages', amm })}
          openTitle={() => t('Show Arbitrages')}
        />
        <Caption
          sentences={[
            t(
              'An arbitrage counts in full for each token of its route, and for each AMM under it.',
            ),
            t('So rows add up to more than the total.'),
          ]}
        />
      </div>
    </Part>
  );
}
