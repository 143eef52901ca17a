import { wordSet } from './wordTable';

/**
 * Keys under which the sentence for a person stands, in plain form, the most specific first: OAuth's
 * error_description and RFC 9457's detail are written for people, title and error often repeat the status.
 */
export const messageKeys: readonly string[] = [
  ...wordSet(`
    errordescription detail errormessage errormsg usermessage message msg error errors nonfielderrors
    errorfields messages details reason reasons failures problems description fault faultstring errorsummary errorcauses title summary
    info statusmessage statustext statusdescription errortext errordetail errordetails response result data
    status errorcode code
  `),
];

/** Last resorts: mostly codes, paths of the program, or an echo; words are taken from them only if they are a sentence. */
export const sentenceOnlyKeys: ReadonlySet<string> = wordSet('status data result code response');

/** What must never be shown: an echo of the request (it may hold the password), the insides of the program. */
export const unshownKeys: ReadonlySet<string> = wordSet(`
    input stack stacktrace trace exception request body rejectedvalue attemptedvalue value path instance
    type url docs docurl timestamp requestid traceid correlationid password token ctx context file line
    debug
  `);

/** Keys of a map of field errors that stand for no field. */
export const noFieldNames: ReadonlySet<string> = wordSet(
  'nonfielderrors base general all global errors error detail message',
);

/** Sentences that say no more than the HTTP status does; something more telling is looked for beside them. */
export const genericMessages: ReadonlySet<string> = wordSet(`
    error errors fail failed failure badrequest unauthorized unauthorised paymentrequired forbidden notfound
    methodnotallowed conflict unprocessableentity unprocessablecontent toomanyrequests internalservererror
    servererror badgateway serviceunavailable gatewaytimeout applicationerror anerroroccurred
    somethingwentwrong requestfailed unknownerror loginfailed
  `);

/** Keys whose `false` says that a call failed, though HTTP says 200. */
export const successKeys: ReadonlySet<string> = wordSet('success ok succeeded issuccess successful');

/** Keys whose words say so. */
export const outcomeKeys: ReadonlySet<string> = wordSet('status stat result state outcome');
export const failedOutcomes: ReadonlySet<string> = wordSet('error err fail failed failure ko nok denied');

/** Keys that are filled only where something went wrong. */
export const errorKeys: ReadonlySet<string> = wordSet(`
    error errors errorcode errorcodes errormessage errordescription errcode errmsg errorinfo fault exception
  `);
