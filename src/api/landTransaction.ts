import { t } from '@vscode/l10n';
import Type from 'typebox';
import { defineOperation } from './defineOperation.ts';
import { Response, Text } from './schema.ts';

/** Options other than the named one are passed through unchanged. */
export const LandRequestOptions = Type.Object({
  frontRunningProtection: Type.Optional(
    Type.Boolean({
      description:
        'false: stake-weighted path and bundle path; true: only the bundle path, never a fallback',
    }),
  ),
});
export type LandRequestOptions = Type.Static<typeof LandRequestOptions>;

const LandTransactionRequest = Response({
  jsonrpc: Type.Literal('2.0'),
  id: Type.Integer(),
  method: Type.Literal('sendTransaction'),
  params: Type.Array(
    Type.Union([Type.String({ description: 'Base58 or Base64' }), LandRequestOptions]),
    {
      minItems: 1,
      maxItems: 2,
    },
  ),
});
export type LandRequest = Type.Static<typeof LandTransactionRequest>;

export const LandTransactionResponse = Response({
  jsonrpc: Type.Literal('2.0'),
  result: Response({
    signature: Text('Transaction signature'),
    uuid: Text('Identity of the submission'),
  }),
  id: Type.Integer({ description: 'Echo of the request' }),
});
export type LandTransactionResponse = Type.Static<typeof LandTransactionResponse>;

/** At `{landing_url}`, not at `{base_url}`. The response means accepted, not landed. */
export const landTransaction = defineOperation({
  method: 'POST',
  path: '/transactions',
  summary: t('Land a transaction'),
  parameters: LandTransactionRequest,
  response: LandTransactionResponse,
  isUnshared: true,
  isImmediate: true,
  failures: {
    502: 'The node or block engine did not respond: the transaction may have been accepted',
  },
  responseDescription:
    'Accepted, not yet landed; or a JSON-RPC error {jsonrpc, error: {code, message, data}, id} as from Solana nodes: -32602 unreadable or too large, -32003 invalid signature, -32002 simulation failed, -32601 recordings cannot land',
});
