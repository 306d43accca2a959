import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import { finderProviders } from '../../api/enumerations.ts';
import { providerLabel } from '../../api/providerLabel.ts';
import type { MarketScope, ScopeKind } from '../../webview/messages/market.ts';
import { isPromptExit, type Prompter } from '../ui/prompts/prompter.ts';
import { addressKind } from './marketScope.ts';

export async function promptForScope(
  prompter: Pick<Prompter, 'text' | 'choose'>,
): Promise<MarketScope | undefined> {
  const title = t('Market History Of');
  const prompt = t('Address of a token, AMM, pool, wallet or bot, or name of a provider or bot');
  const entered = await prompter.text({
    title,
    prompt,
    validate: (text) => (text.trim() === '' ? { message: prompt, severity: 'info' } : null),
  });
  if (isPromptExit(entered)) return undefined;
  const value = entered.text.trim().slice(0, 100);
  const provider = [...finderProviders, 'NO_PROVIDER'].find(
    (each) => each !== 'ALL' && each === value.toUpperCase(),
  );
  if (provider !== undefined) return { kind: 'provider', value: provider };
  const label: Readonly<Record<ScopeKind, string>> = {
    token: t('Token'),
    amm: t('AMM'),
    pool: t('Pool'),
    wallet: t('Wallet'),
    bot: t('Bot'),
    provider: t('Provider'),
  };
  const kinds: readonly ScopeKind[] = isAddress(value)
    ? addressKind(value) === 'amm'
      ? ['amm', 'bot', 'pool', 'wallet', 'token']
      : ['token', 'pool', 'wallet', 'amm', 'bot']
    : ['bot', 'provider'];
  const chosen = await prompter.choose({
    title,
    placeholder: t('Choose the kind of {0}', providerLabel(value)),
    choices: kinds.map((kind) => ({ label: label[kind], value: kind })),
  });
  return isPromptExit(chosen) ? undefined : { kind: chosen.value, value };
}
