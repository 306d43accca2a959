interface FaultProps {
  readonly id: string;
  readonly children: string | undefined;
}

/** Describes the field of a fault, also while there is none. */
export const Fault = ({ id, children }: FaultProps) => (
  <span class="fault" id={`${id}-fault`}>
    {children}
  </span>
);
