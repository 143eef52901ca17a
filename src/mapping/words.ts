const MAX_KEY_LENGTH = 80;

/** Splits and translates `letztePruefung` into `last`, `check`. */
export function toWords(key: string): readonly string[] {
  const words = splitKey(key);
  const toEnglish = (word: string) => ENGLISH.get(word.normalize('NFD').replace(/\p{M}/gu, ''));
  return toEnglish(words.join('')) ?? words.flatMap((word) => toEnglish(word) ?? word);
}

/** Splits `lastCheckedAt`, `last_checked_at` or `Last-Checked-At` into lower-case words. */
export function splitKey(key: string): readonly string[] {
  if (/^[a-z]{1,80}$/.test(key)) {
    return splitWord(key);
  }
  return key
    .slice(0, MAX_KEY_LENGTH)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .flatMap(splitWord);
}

/** Parts of keys without separators: `lasttesttime`, `httptestid`. */
const PARTS = wordSet(`
  last next latest current previous display friendly health availability monitor service server device resource host
  http test check probe sensor node job request polled poll ping checked tested scan alarm alert trigger item site website
  status state name title label type kind time date address target endpoint monitored error message reason change changed
  down start end update updated since utc seen run interval response url severity code value text domain user group cert count
  is enabled disabled paused active id uuid guid key clock uptime
  major minor partial outage degraded performance under maintenance
`);

function splitWord(word: string): readonly string[] {
  for (let length = word.length > 5 && !PARTS.has(word) ? word.length - 2 : 0; length >= 2; length--) {
    const rest = PARTS.has(word.slice(0, length)) ? splitWord(word.slice(length)) : [''];
    if (rest.every((part) => PARTS.has(part))) {
      return [word.slice(0, length), ...rest];
    }
  }
  return [word];
}

/** Words and keys of other languages, without accents, that have no other meaning in English. */
const ENGLISH: ReadonlyMap<string, readonly string[]> = new Map(
  `
  tags: schlagworte schlagworter etiquetas etiquettes etichette motscles palabrasclave schlagwoerter; at: em;
  check: pruefung prufung uberprufung verificacion verificacao verifica ueberpruefung ejecucion; token: jeton;
  interval: intervalo intervall intervalle intervallo frecuencia frequencia frequence frequenz; count: anzahl;
  not: nicht nao kein keine ohne sin ningun sans pas aucun aucune sem nenhum senza nessun; page: pagina seite;
  paused: pausado pausada pausiert enpausa enpause angehalten suspendu suspendido 暂停; identifier: identifiant kennung; ok: inordnung;
  lastCheck: ultimarevision ultimarevisao derniereverification zuletztgeprueft; hours: stunden horas heures;
  change: anderung aenderung cambio mudanca changement cambiamento alteracao; online: enlinea enligne noar 在线;
  disabled: deaktiviert desactivado desativado desactive disattivato 禁用; data: daten datos dados donnees dati;
  active: aktiv aktiviert activo activa ativo ativa actif attivo 启用; results: ergebnisse resultados resultats;
  name: nombre nom nome bezeichnung titel titulo titre libelle 名称; seconds: sekunden sek segundos secondes;
  last: letzte letzter letztes ultima ultimo derniere dernier; address: adresse direccion endereco indirizzo;
  status: estado etat zustand situacao situacion stato 状态; warning: warnung advertencia avertissement avviso;
  errorMessage: fehlermeldung messageerreur mensajeerror; inactive: inaktiv inactivo inativo inactif inattivo;
  message: mensaje mensagem meldung nachricht messaggio; failed: fehlgeschlagen fallido falhou echoue fallito;
  down: ausgefallen gestort enpanne caido horsligne foradoar 离线; monitors: surveillances uberwachungen monitoramentos;
  unknown: unbekannt desconocido desconhecido inconnu; accessToken: zugangsschluessel zugriffsschluessel; host: hote;
  pending: ausstehend pendiente pendente enattente; validUntil: gueltigbis gultigbis validohasta; failing: 异常;
  success: erfolgreich exitoso sucesso reussi; records: registros eintrage eintraege; reachable: erreichbar;
  services: dienste servicios servicos; error: fehler erreur errore erro; target: ziel destino cible alvo;
  minutes: minuten minutos minuti; total: gesamt insgesamt totale; since: seit desde depuis;
  pages: paginas seiten; days: tage dias jours; errorText: fehlertext; type: tipo typ 类型; every: cada; normal: 正常; code: codigo
`
    .split(';')
    .map((entry) => entry.trim().split(/:? /))
    .flatMap(([english = '', ...words]) => words.map((word) => [word, splitKey(english)] as const)),
);

/** Normalizes to `lastcheckedat`. */
export function toPlain(key: string): string {
  return toWords(key).join('');
}

/** Normalizes a sentence to `you dont have any monitors`. */
export function toPlainWords(text: string): string {
  return text
    .replace(/['’]/g, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/]+/gu, ' ');
}

export function toSingular(word: string): string {
  return word
    .replace(/(.{2})ies$/, '$1y')
    .replace(/(s|x|ch|sh)es$/, '$1')
    .replace(/([^sui])s$/, '$1');
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}

/** Parses groups separated by `|`. The first scores 1, each next 0.05 less. */
export function rankedWords(text: string): ReadonlyMap<string, number> {
  const groups = text.split('|').map((group) => [...wordSet(group)]);
  return new Map(groups.flatMap((group, i) => group.map((word) => [word, 1 - 0.05 * i] as const)));
}
