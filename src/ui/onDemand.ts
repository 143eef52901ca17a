// What no window needs at its start: texts and pages for whoever asks for them. It is loaded with the first of them
// (`await import`), as one part, since each file that VS Code loads takes time of its own.

export { toCallsPage, toNotSavedText } from './calls/callsPage';
export { toDetailsPage } from './details/detailsPage';
export { toCopyText, toExportText, toScopeText } from './export/exportText';
export { toMappingPage } from './mapping/mappingPage';
export { findSettingProblems, locateSettingProblems } from './mapping/settingProblems';
export { toMonitorTooltip } from './texts/monitorTooltip';
export { createLanguageModelTools } from './tools/languageModelTools';
