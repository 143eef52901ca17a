import { scoredWords, wordSet } from './wordTable';

/** Names of the number of all entries, in plain form, with how plainly each says so. */
export const totalNames: ReadonlyMap<string, number> = scoredWords(
  [0.95, 'total totalsize totalhits totalnumber counttotal odatacount itemstotal numfound'],
  [0.97, 'totalcount totalelements totalitems hydratotalitems totalrecords recordstotal'],
  [0.96, 'totalresults totalrows totalentries totalobjects'],
  [0.92, 'totalmatches'],
  [0.94, 'grandtotal fulltotal overallcount'],
  [0.75, 'resultcount numresults recordcount'],
  [0.7, 'totalfiltered itemcount'],
  [0.8, 'treesize'],
  [0.9, 'allcount'],
  [0.6, 'available'],
);

/** May be the number of all or of this page; the numbers themselves have to tell. */
export const countNames: ReadonlySet<string> = wordSet(
  `
    count size length num number nb quantity matches hits cnt rowcount
    results items records entries rows elements objects
  `,
);

/** Counts that are certainly not of all: of this page, or of pages. */
export const refusedTotals: ReadonlySet<string> = wordSet(`
    page pages per limit returned up down paused unread time bytes ms duration offset failed error errors
    selected credits current percent uptime
  `);

/** Yes-or-no names that say whether more follows. */
export const moreNames: ReadonlySet<string> = wordSet(`
    hasmore more hasnext hasnextpage moreresults hasmoreresults moreavailable istruncated truncated
    hasmoreitems hasmorepages hasmorerecords moredata ismore morerecords nextpageexists
  `);

/** Yes-or-no names that say whether this is the end. */
export const lastNames: ReadonlySet<string> = wordSet(
  'last islast lastpage islastpage done finished isfinalpage endoflist eof',
);

/** Links, tokens, numbers and offsets of the next page; present and empty where there is none. */
export const nextNames: ReadonlySet<string> = wordSet(`
    next nexttoken nextpagetoken nextcursor nextlink odatanextlink nextpage nexturl nextpageurl nexthref
    nextoffset nextpagelink continuationtoken continuation nextkey nextpagekey nextmarker paginationtoken
    nextpageindex nextpagenumber hydranext nextuntil
  `);

/** Names of the number of pages. */
export const pageCountNames: ReadonlySet<string> = wordSet(`
    totalpages pagecount pages numpages pagestotal totalpagecount pagetotal lastpage numberofpages maxpage
    totalpage lastpagenumber
  `);

/** Objects in which services keep what they say about paging. */
export const pagingWrappers: ReadonlySet<string> = wordSet(`
    meta metadata pagination paging page pageinfo paginginfo paginationinfo resultinfo counts count links
    summary info listinfo pagedata paginator cursor cursors pager responsemetadata pagecontext hydraview
    view totals result data response header stats aggregate
  `);

/** Response headers with the number of all entries. */
export const totalHeaders: readonly string[] = [
  'X-Total-Count',
  'X-Total',
  'X-Pagination-Total-Count',
  'X-Pagination-Total',
  'X-WP-Total',
  'Total-Count',
  'Pagination-Total',
  'X-Total-Results',
  'X-Total-Items',
];
