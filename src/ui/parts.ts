import type { Core } from '../core/createCore';
import type { Settings } from './settings';
import type { MonitorsView } from './tree/monitorsView';
import type { ViewState } from './tree/viewState';

export interface WindowParts extends Core {
  readonly settings: Settings;
  readonly state: ViewState;
  readonly view: MonitorsView;
}
