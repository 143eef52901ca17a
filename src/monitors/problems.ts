import { isProblem, type Monitor } from './monitor';

/** Down monitors, then degraded ones. */
export function toProblems(monitors: readonly Monitor[]): readonly Monitor[] {
  const problems = monitors.filter(isProblem);
  return [
    ...problems.filter(({ status }) => status === 'down'),
    ...problems.filter(({ status }) => status !== 'down'),
  ];
}

/** Steps in a circle; starts at the first or last if `id` isn't among them. */
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
