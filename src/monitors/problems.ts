import { isProblem, type Monitor } from './monitor';

/** What is down, then what is degraded, each in the order given. */
export function toProblems(monitors: readonly Monitor[]): readonly Monitor[] {
  const problems = monitors.filter(isProblem);
  return [
    ...problems.filter(({ status }) => status === 'down'),
    ...problems.filter(({ status }) => status !== 'down'),
  ];
}

/** The one after or before a monitor in a circle; the first or last where the monitor is neither down nor degraded. */
export function stepProblem(
  problems: readonly Monitor[],
  id: string | undefined,
  step: 1 | -1,
): Monitor | undefined {
  const index = problems.findIndex((monitor) => monitor.id === id);
  if (index === -1) {
    return problems.at(step === 1 ? 0 : -1);
  }
  return problems.at((index + step) % problems.length);
}
