import assert from 'node:assert/strict';
import { learnPaging } from '../../../../src/service/mapping/learn/paging';
import { RuleSet } from '../../../../src/service/mapping/learn/rules';
import { toPathText, type Path } from '../../../../src/service/mapping/mapping';
import { aResponse } from '../../../support/corpus';

/** "total meta.total, more has_more": what is told beside the list, the surest first. */
const told = (listPath: Path, ...responses: unknown[]): string =>
  learnPaging(
    responses.map((json) => aResponse(json)),
    listPath,
    new RuleSet(),
  )
    .map(({ says, path }) => `${says} ${toPathText(path)}`)
    .join(', ');

describe('what is said beside the list', () => {
  const cases: readonly (readonly [what: string, json: unknown, list: Path, told: string])[] = [
    [
      'a total, by its name, and what is total of what is listed',
      { total_monitors: 3, totalChecks: 5, monitors_total_count: 2, totalFound: 3, data: [] },
      ['data'],
      'total total_monitors, total totalChecks, total monitors_total_count',
    ],
    [
      'no total of a part of them, or of pages',
      { total_down_monitors: 1, total_pages: 4, total_unread_checks: 2, data: [] },
      ['data'],
      '',
    ],
    [
      'a number of what is listed, which may be that of the page',
      { monitor_count: 5, num_checks: 5, checks_number: 1, monitors: [] },
      ['monitors'],
      'count monitor_count, count num_checks, count checks_number',
    ],
    [
      'a count by its name, but none whose name only sounds so, or has more words',
      { count: 5, counter: 4, discount: 3, number_of_checks: 4, checks: 7, num_colors: 3, data: [] },
      ['data'],
      'count count',
    ],
    [
      'a total and how it relates, as search engines give it',
      { hits: { total: { value: 212, relation: 'eq' }, hits: [] } },
      ['hits', 'hits'],
      'total hits.total.value, total hits.total',
    ],
    ['no value of anything else', { value: 3, other: { value: 3 }, items: [] }, ['items'], ''],
    [
      'of totals alike the one beside the list first',
      { total: 5, meta: { total: 7 }, data: { total: 9, monitors: [] } },
      ['data', 'monitors'],
      'total data.total, total total, total meta.total',
    ],
    [
      'a total above groups, and none inside of one',
      { groups: [{ total: 3, monitors: [] }], total: 9 },
      ['groups', '*', 'monitors'],
      'total total',
    ],
    [
      'a total above groups under keys, and none inside of one',
      { groups: { a: { total: 3, monitors: [] }, b: { total: 4, monitors: [] } }, total: 9 },
      ['groups', '*', 'monitors'],
      'total total',
    ],
    ['nothing in the list itself', { data: { monitors: { total: 8 } } }, ['data', 'monitors'], ''],
    [
      'what is two objects deep, and nothing deeper',
      { a: { b: { total: 4 } }, x: { y: { z: { total: 5 } } }, data: [] },
      ['data'],
      'total a.b.total',
    ],
    [
      'whether more follow, where that is yes or no',
      { has_more: true, hasMore: 'yes', truncated: false, data: [] },
      ['data'],
      'more has_more, more truncated',
    ],
    [
      'the next page, also where there is none, but not what is no link',
      { next: null, next_page: '', links: { next: { href: 'x' } }, next_url: [1], later: 'x', data: [] },
      ['data'],
      'next next, next next_page, next links.next',
    ],
    ['nothing of a list that stands alone', [], [], ''],
  ];
  for (const [what, json, list, expected] of cases) {
    it(`is ${what}`, () => assert.equal(told(list, json), expected));
  }

  it('is found on whichever page says it, once', () => {
    const pages = [{ data: [] }, { total: 5, data: [] }, { total: 5, next: 'x', data: [] }];
    assert.equal(told(['data'], ...pages), 'total total, next next');
  });

  it('is looked for among 400 fields at the most', () => {
    const filler = (objects: number): object =>
      Object.fromEntries(
        Array.from({ length: objects }, (_, at) => [
          `o${at}`,
          Object.fromEntries(Array.from({ length: 79 }, (_none, field) => [`f${field}`, 1])),
        ]),
      );
    assert.equal(told(['data'], { ...filler(4), total: 5, data: [] }), 'total total');
    assert.equal(told(['data'], { ...filler(5), total: 5, data: [] }), '');
  });
});
