import type { HttpResponse } from '../httpResponse';
import { readExpiry } from './expiryReading';
import { applyExpression } from './expressions';
import { typeName, valueAt } from './json';
import { readPathText, toPathText } from './paths';
import type { Path, Question, Reading, ReadingProblem } from './reading';
import { isTaken } from './reading';
import type { ReadingSettings } from './readingSettings';
import { maskToken } from './text';
import type { TokenCandidate } from './tokenCandidates';
import { findTokenCandidates } from './tokenCandidates';
import { toBareToken, tokenForm } from './tokenForm';
import { walk } from './walk';

export interface TokenReadingOptions {
  /** Milliseconds: the lifetime that was asked for, or the service's default. */
  readonly requestedLifetimeMs: number;
  readonly settings: ReadingSettings;
}

export interface TokenReading {
  /** Only where sure enough to be used; never to be logged. */
  readonly token?: Reading<string>;
  /** Epoch milliseconds. The earliest plausible end; counted from the lifetime asked for where nothing is said. */
  readonly expiresAt: Reading<number>;
  /** Asked where the token can't be told and there is something to choose from. */
  readonly question?: Question;
  readonly problems: readonly ReadingProblem[];
}

/** What no answer to a sign-in needs more of. */
const limits = { depth: 12, visits: 4_000, elements: 50 };
const mostCandidates = 8;

/** Reads the answer of a token endpoint: which text is the access token, and until when it is good. */
export function readToken(answer: HttpResponse, options: TokenReadingOptions): TokenReading {
  const visits = walk(answer.json, limits);
  const problems: ReadingProblem[] = [];
  const candidates = findTokenCandidates(answer, visits);
  const said = saidToken(answer, options.settings, problems);
  const token = said ?? toReading(candidates);
  const taken = token && isTaken(token) ? token : undefined;
  const expiresAt = readExpiry({ answer, visits, token: taken, problems, ...options });
  const question = taken ? undefined : toQuestion(candidates);
  return { ...(taken && { token: taken }), expiresAt, ...(question && { question }), problems };
}

/** What the person said, by expression or by an earlier choice; it wins over whatever would be inferred. */
function saidToken(
  answer: HttpResponse,
  { expressions, choices }: ReadingSettings,
  problems: ReadingProblem[],
): Reading<string> | undefined {
  if (expressions.token) {
    const result = applyExpression(expressions.token, answer.json);
    const value = 'value' in result ? result.value : undefined;
    if (typeof value === 'string' && value.trim() !== '') {
      return said(value, [], 'expression');
    }
    const message = 'message' in result ? result.message : `expected a string, got ${typeName(value)}`;
    problems.push({ field: 'token', message });
  }
  const path = choices.token === undefined ? undefined : readPathText(choices.token);
  if (path === undefined) {
    return undefined;
  }
  const chosen =
    path[0] === '@header' ? answer.header(String(path[1])) : (valueAt(answer.json, path) ?? undefined);
  if (typeof chosen === 'string' && chosen.trim() !== '') {
    return said(chosen, path, 'chosen');
  }
  problems.push({
    field: 'token',
    message: `expected a string at the place you picked, got ${typeName(chosen)}`,
  });
  return undefined;
}

function said(text: string, path: Path, reason: 'chosen' | 'expression'): Reading<string> {
  return { value: toBareToken(text), path, sureness: 1, reason, alternatives: [] };
}

/** Two different texts that fit equally well are no token but a question. */
function toReading(candidates: readonly TokenCandidate[]): Reading<string> | undefined {
  const [best, ...others] = candidates;
  if (!best || tokenForm(best.value) === 0) {
    return undefined;
  }
  const rival = others.some((other) => other.value !== best.value && best.sureness - other.sureness < 0.03);
  const grounds = rival ? { sureness: Math.min(best.sureness, 0.5), reason: 'rivals' as const } : {};
  return { ...best, ...grounds, alternatives: others.slice(0, mostCandidates) };
}

function toQuestion(candidates: readonly TokenCandidate[]): Question | undefined {
  if (candidates.length === 0) {
    return undefined;
  }
  return {
    field: 'token',
    candidates: candidates
      .slice(0, mostCandidates)
      .map(({ path, value }) => ({ choice: toPathText(path), preview: maskToken(value) })),
  };
}
