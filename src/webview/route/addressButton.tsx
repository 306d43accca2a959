import { t } from '@vscode/l10n';
import { shortSafeAddress } from './routeModel.ts';

export type Copy = (text: string, what: string) => void;

interface AddressButtonProps {
  readonly address: string;
  /** Names the address, for example "Wallet address". */
  readonly what: string;
  readonly copy: Copy;
}

/** A click copies the address. */
export const AddressButton = ({ address, what, copy }: AddressButtonProps) => (
  <button
    type="button"
    class="link mono"
    title={`${address}\n${t('Click to copy')}`}
    aria-label={t('Copy {0} {1}', what, shortSafeAddress(address))}
    onClick={() => copy(address, what)}
  >
    {shortSafeAddress(address)}
  </button>
);
