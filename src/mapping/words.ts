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
  is enabled disabled paused active id uuid guid key clock
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
const TRANSLATIONS = `
  last: letzte letzter letztes ultima ultimo derniere dernier; title: titulo titel titolo titre;
  name: nombre nom nome bezeichnung libelle 名称; since: seit desde depuis; type: tipo typ 类型;
  check: pruefung prufung uberprufung ueberpruefung verificacion verificacao comprobacion verifica;
  last check: derniereverification ultimarevision ultimarevisao; id: identificador identifiant kennung;
  change: anderung aenderung cambio mudanca changement cambiamento alteracao; domain: dominio domaine;
  description: beschreibung descripcion descricao descrizione; address: adresse direccion endereco indirizzo;
  status: estado etat zustand situacao situacion stato estatus 状态; target: ziel destino cible alvo;
  interval: intervalo intervall intervalle intervallo frecuencia frequencia frequence frequenz; normal: 正常;
  tags: schlagworte schlagworter schlagwoerter etiquetas etiquettes etichette motscles palabrasclave;
  error: fehler erreur errore erro; error message: fehlermeldung messageerreur messagederreur mensajeerror;
  message: mensaje mensagem meldung nachricht messaggio; reason: motivo raison ursache; enabled: 启用;
  active: aktiv aktiviert activo activa ativo ativa actif attivo; online: enlinea enligne noar 在线; token: jeton;
  paused: pausado pausada pausiert enpausa enpause angehalten suspendu suspendido suspenso 暂停 已暂停;
  disabled: deaktiviert desactivado desativado desactive disattivato 禁用 停用; offline: foradoar 离线; at: em; failing: 异常;
  inactive: inaktiv inactivo inativo inactif inattivo; down: ausgefallen caido horsligne fueradelinea;
  reachable: erreichbar; failed: fehlgeschlagen fallido falhou echoue fallito; not: nicht nao;
  success: erfolgreich exitoso sucesso reussi; warning: warnung advertencia avertissement avviso;
  pending: ausstehend pendiente pendente enattente; unknown: unbekannt desconocido desconhecido inconnu;
  total: gesamt insgesamt totale; records: registros eintrage eintraege; page: pagina seite;
  pages: paginas seiten; data: daten datos dados donnees dati; services: dienste servicios servicos;
  results: ergebnisse resultados resultats risultati; groups: gruppen grupos groupes gruppi;
  monitors: surveillances uberwachungen ueberwachungen monitoramentos monitores; hours: stunden horas heures;
  products: productos produtos produits produkte prodotti; seconds: sekunden segundos secondes secondi;
  minutes: minuten minutos minuti; days: tage dias jours giorni; user: benutzer usuario utilisateur utente;
  access token: zugangsschluessel zugangsschlussel zugriffsschluessel;
  valid until: gueltigbis gultigbis validohasta validoate valablejusqua
`;
const ENGLISH: ReadonlyMap<string, readonly string[]> = new Map(
  TRANSLATIONS.split(';').flatMap((line) => {
    const [english = '', words = ''] = line.split(':');
    return [...wordSet(words)].map((word) => [word, [...wordSet(english)]] as const);
  }),
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
