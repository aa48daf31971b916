/** What a memory can be in a decision; `noise` is none of it. */
export const ROLES = ['trigger', 'option', 'evidence', 'decision', 'action', 'outcome', 'reversal', 'noise'] as const;
export type Role = (typeof ROLES)[number];

/** The same value for every role. */
export function forEachRole<T>(value: (role: Role) => T): Record<Role, T> {
  return {
    trigger: value('trigger'),
    option: value('option'),
    evidence: value('evidence'),
    decision: value('decision'),
    action: value('action'),
    outcome: value('outcome'),
    reversal: value('reversal'),
    noise: value('noise'),
  };
}
