import { wordSet } from './wordTable';

/** Objects inside a record that hold its own fields: JSON:API, HAL, GraphQL, Icinga, Kubernetes, Checkmk and kin. */
export const transparentWrappers: ReadonlySet<string> = wordSet(`
    attributes attrs attr properties props fields node data item spec source resource object details detail
    info general basic extensions metadata meta record entity value config configuration settings definition
    parameters params labels summary current overview options registration
  `);

/** Objects inside a record that tell of its last check. */
export const lastCheckWrapper =
  /^(?:last|latest|current|recent)(?:check|result|run|heartbeat|beat|event|test|probe|execution|ping|sample|status|checkresult|testresult|state|poll|report)$/;

/** Objects and arrays inside a record that are someone or something else. */
export const strangerWrappers: ReadonlySet<string> = wordSet(`
    user owner creator createdby updatedby modifiedby author assignee team group organization organisation
    org project account tenant workspace company policy incident lastincident latestincident currentincident
    latestgroup latestissue outage relationships links assertions assertion notifications notification
    alerts alert integration integrations contacts recipients headers proxy webhook page statuspage
    maintenance maintenancewindow certificate ssl sslcertificate cert tags category parent location
    locations region regions schedule thresholds conditions conditiongroup discoveredlabels auth
    authentication credentials validationrules escalation downtime downtimes logs history annotations
    permissions stats statistics domain client customer responsible
  `);
