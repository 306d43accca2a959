import { t } from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatCount } from '../../api/format.ts';
import { joinClauses } from '../../api/join.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { SimulatedTransactionContent } from '../messages/simulate.ts';
import type { Copy } from '../route/addressButton.tsx';
import { CallNames } from '../route/idlNames.tsx';
import { buildCallTree, type CallNode } from './callTree.ts';

const maxLineLength = 2_000;

/** A request to open one invocation: a new object even for the same one. */
export interface ShownCall {
  /** In log order. */
  readonly index: number;
}

interface LogTreeProps {
  readonly transaction: Pick<SimulatedTransactionContent, 'logs' | 'calls'>;
  /** Null: none yet. */
  readonly shownCall: ShownCall | null;
  readonly copy: Copy;
}

export function LogTree({ transaction: { logs, calls }, shownCall, copy }: LogTreeProps) {
  const tree = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (shownCall !== null) openCall(tree.current, shownCall.index);
  }, [shownCall]);
  return (
    <div class="log" ref={tree}>
      {logs.length === 0 ? (
        <p class="dim">{t('The node returned no log.')}</p>
      ) : (
        <Calls nodes={buildCallTree(calls)} logs={logs} from={0} to={logs.length} copy={copy} />
      )}
    </div>
  );
}

function openCall(tree: HTMLElement | null, index: number): void {
  const place = tree?.querySelector(`#call-${index}`) ?? null;
  for (let each = place; each !== null; each = each.parentElement) {
    if (each.localName === 'details') each.setAttribute('open', '');
  }
  place?.querySelector('summary')?.focus();
  place?.scrollIntoView({ block: 'start' });
}

interface CallsProps {
  readonly nodes: readonly CallNode[];
  readonly logs: readonly string[];
  /** Lines of the log. */
  readonly from: number;
  readonly to: number;
  readonly copy: Copy;
}

/** Calls, and the lines between them. */
function Calls({ nodes, logs, from, to, copy }: CallsProps) {
  const parts: VNode[] = [];
  let next = from;
  for (const { index, call, children } of nodes) {
    const { logFrom, logTo, state } = call;
    parts.push(
      <Lines key={`before-${index}`} lines={logs.slice(next, Math.min(logFrom, to))} />,
      <details key={index} id={`call-${index}`} open class={`call ${state}`}>
        <summary>
          <CallTitle call={call} />
        </summary>
        <CallNames names={call.names} events={call.events} copy={copy} />
        <Calls
          nodes={children}
          logs={logs}
          from={Math.max(next, logFrom)}
          to={Math.min(logTo, to)}
          copy={copy}
        />
      </details>,
    );
    next = Math.max(next, logTo);
  }
  return (
    <>
      {parts}
      <Lines lines={logs.slice(next, to)} />
    </>
  );
}

const Lines = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.length > 0 && (
    <ol class="log-lines">
      {lines.map((line, at) => (
        <li key={at}>{sanitizeText(line, maxLineLength)}</li>
      ))}
    </ol>
  );

function CallTitle({ call }: Pick<CallNode, 'call'>) {
  const { depth, instruction, program, name, computeUnits, state } = call;
  const place = depth === 1 ? `${instruction + 1}. ` : '';
  const units = computeUnits === null ? '' : t('{0} compute units', formatCount(computeUnits));
  const outcome =
    state === 'failed' ? t('⊘ failed') : state === 'unfinished' ? t('unfinished') : '';
  return (
    <span>
      {`${place}${program} `}
      <span class="dim">
        {name} {joinClauses([units, outcome])}
      </span>
    </span>
  );
}
