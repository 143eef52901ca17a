import { isTrouble, type Monitor } from './monitor';

/** What is down, then what is degraded, each in the order given. */
export function toTroubles(monitors: readonly Monitor[]): readonly Monitor[] {
  const troubles = monitors.filter(isTrouble);
  return [
    ...troubles.filter(({ status }) => status === 'down'),
    ...troubles.filter(({ status }) => status !== 'down'),
  ];
}

/** The one after or before a monitor in a circle; the first or last where the monitor isn't in trouble itself. */
export function stepTrouble(
  troubles: readonly Monitor[],
  id: string | undefined,
  step: 1 | -1,
): Monitor | undefined {
  const index = troubles.findIndex((monitor) => monitor.id === id);
  if (index === -1) {
    return troubles.at(step === 1 ? 0 : -1);
  }
  return troubles.at((index + step) % troubles.length);
}
