import type { TSchema } from 'typebox';
import { arbitrageStream } from '../../api/arbscope/arbitrages.ts';
import { arbscopeOperations } from '../../api/arbscope/arbscopeOperations.ts';
import { eventStreamType } from '../../api/arbscope/eventStream.ts';
import { dataTimeHeader, marketHeader } from '../../api/dataTime.ts';
import type { OperationDefinition } from '../../api/defineOperation.ts';
import { type RateLimit, rateLimits } from '../../api/limits.ts';
import { operations } from '../../api/operations.ts';
import { toJsonSchema } from '../../api/toJsonSchema.ts';
import { type JsonSchema, propertiesOf } from './readParameters.ts';

export function openApiDocument(version: string): unknown {
  const paths = Object.fromEntries(
    Object.entries({ ...operations, ...arbscopeOperations, arbitrageStream }).map(
      ([name, operation]) => [
        operation.path,
        { [operation.method.toLowerCase()]: pathItem(name, operation) },
      ],
    ),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Arbscope',
      version,
      description:
        'Arbitrage market data from the embedded engine. USD unless a name says otherwise; ' +
        'raw amounts are integers that may exceed 2^53. Operations under /arbscope go ' +
        'beyond the interface; no tier limits their rate.',
    },
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['statusCode', 'error', 'message'],
          properties: {
            statusCode: { type: 'integer' },
            error: { type: 'string' },
            message: { type: 'string' },
          },
        },
      },
    },
  };
}

/** Rates with `--tier`; otherwise there is no limit. */
const rates: Readonly<Record<string, RateLimit | undefined>> = rateLimits;

const commonFailures = {
  400: 'A parameter is not as it must be; the message names it',
  401: 'The key is missing or wrong',
  403: 'Host or Origin is not that of the server',
  405: 'Another method; the header allow lists those of the path',
  408: 'The request did not arrive in time',
  413: 'The body is too large',
  415: 'The body is not application/json',
  429: "The tier's rate is used up; retry-after says when to come back",
  431: 'The request line with its headers is too large',
  500: 'Unforeseen; the log of the server says why',
  503: 'Starting (retry-after says when to come back), too slow, or the store cannot be read',
};

function pathItem(name: string, operation: OperationDefinition<TSchema, TSchema>): unknown {
  const input =
    operation.method === 'GET'
      ? { parameters: queryParameters(operation.parameters) }
      : { requestBody: { required: true, content: jsonContent(operation.parameters) } };
  return {
    operationId: name,
    summary: operation.summary,
    ...(rates[name] === undefined ? {} : { 'x-rate-limit': rates[name] }),
    ...input,
    responses: {
      200: {
        description: operation.responseDescription ?? 'The response',
        headers: {
          [dataTimeHeader]: {
            description: '"Now" of the data, where every time window ends; absent without data',
            schema: { type: 'string', format: 'date-time' },
          },
          [marketHeader]: {
            description: 'Whether the figures are of a simulated market',
            schema: { type: 'string', enum: ['simulated', 'real'] },
          },
        },
        content: jsonContent(operation.response, responseTypes[name]),
      },
      ...Object.fromEntries(
        Object.entries({ ...commonFailures, ...operation.failures }).map(
          ([status, description]) => [
            status,
            { description, content: jsonContent({ $ref: '#/components/schemas/Error' }) },
          ],
        ),
      ),
    },
  };
}

/** Content types of responses that are not a single JSON value. */
const responseTypes: Readonly<Record<string, string>> = { arbitrageStream: eventStreamType };

const jsonContent = (schema: object, type = 'application/json') => ({
  [type]: { schema: toJsonSchema(schema) },
});

function queryParameters(schema: JsonSchema): unknown[] {
  const required = new Set(schema.required);
  return [...propertiesOf(schema)].map(([name, property]) => ({
    name,
    in: 'query',
    required: required.has(name),
    ...(property.description === undefined ? {} : { description: property.description }),
    schema: toJsonSchema(property),
  }));
}
