import type { StatusWords } from './lexicon';

// A module of rules: keys and status words in languages other than English. A service of a municipality, or a
// company's own one, names its fields in its own language.

/**
 * Words that keys are made of, without accents, and the English word whose rules then hold: `letzte_pruefung` is
 * read like `last_check`. Left out are words that mean something else in an English key (`note`, `on`, `site`).
 */
const TRANSLATIONS: readonly (readonly [string, string])[] = [
  ['id', 'kennung kennnummer identifiant identificador identificativo identificatore bianhao'],
  ['name', 'bezeichnung nom nombre nome naam navn namn nazwa nazev libelle anzeigename mingcheng'],
  ['title', 'titel titre titulo titolo tytul'],
  ['description', 'beschreibung descripcion descricao descrizione omschrijving opis'],
  ['status', 'statut estatus ampel durum zhuangtai jotai'],
  ['state', 'zustand etat estado stato toestand situacao situacion stan stav'],
  ['health', 'gesundheit sante salud saude salute gezondheid'],
  ['result', 'ergebnis resultat resultado risultato resultaat'],
  ['type', 'typ art tipo soort leixing shubetsu'],
  ['protocol', 'protokoll protocole protocolo protocollo'],
  ['address', 'adresse direccion endereco indirizzo adres dizhi'],
  ['target', 'ziel cible objetivo alvo bersaglio doel'],
  ['host', 'rechner hote anfitrion'],
  ['server', 'serveur servidor'],
  [
    'interval',
    'intervall intervalle intervalo intervallo interwal abstand pruefintervall prufintervall jiange kankaku',
  ],
  ['frequency', 'frequenz frequence frecuencia frequencia frequenza frequentie'],
  ['seconds', 'sekunden secondes segundos secondi seconden sekund byo'],
  ['minutes', 'minuten minutos minuti'],
  ['last', 'letzte letzter letztes dernier derniere ultimo ultima laatste laatst senaste siste ostatnie'],
  ['next', 'naechste nachste naechster suivant suivante siguiente proximo proxima prossimo volgende'],
  [
    'check',
    'pruefung prufung ueberpruefung uberprufung verification comprobacion verificacion verificacao verifica controllo controle chequeo sprawdzenie',
  ],
  ['checked', 'geprueft gepruft verifie verificado comprobado controllato gecontroleerd'],
  [
    'monitor',
    'ueberwachung ueberwachungen uberwachung uberwachungen moniteur moniteurs monitores monitoraggi monitoramento kanshi',
  ],
  ['probe', 'sonde sondes sonda sondas sonden'],
  ['sensor', 'sensores sensoren capteur capteurs sensori'],
  ['service', 'dienst dienste servicio servicios servico servicos servizio servizi diensten'],
  ['device', 'geraet gerat geraete gerate appareil appareils dispositivo dispositivos dispositivi'],
  ['monitored', 'ueberwacht uberwacht surveille surveillee monitorizado monitorado monitorato'],
  ['reachable', 'erreichbar joignable accesible raggiungibile bereikbaar osiagalny'],
  ['since', 'seit depuis sinds desde'],
  ['active', 'aktiv actif active activo activa ativo ativa attivo attiva actief aktiviert'],
  ['enabled', 'eingeschaltet habilitado habilitada abilitato ingeschakeld'],
  ['paused', 'pausiert pausado pausada gepauzeerd wstrzymany'],
  [
    'disabled',
    'deaktiviert desactive desactivado deshabilitado desativado disattivato disabilitato uitgeschakeld',
  ],
  [
    'created',
    'erstellt angelegt cree creado creada criado criada creato aangemaakt erstellung creacion criacao',
  ],
  ['updated', 'geaendert geandert aktualisiert modifie actualizado atualizado modificato gewijzigd'],
  ['at', 'am um el em il le'],
  ['date', 'datum fecha'],
  ['tags', 'etiketten schlagworte etiquettes etiquetas'],
  ['group', 'gruppe groupe grupo gruppo groep'],
  ['customer', 'kunde kunden cliente clientes klant'],
  ['user', 'benutzer nutzer utilisateur usuario utente gebruiker'],
  [
    'owner',
    'verantwortlich verantwortlicher besitzer responsable responsavel responsabile proprietario eigentuemer',
  ],
  ['account', 'konto compte cuenta conta'],
  ['project', 'projekt projet proyecto projeto progetto'],
  ['total', 'gesamt gesamtzahl insgesamt totale totaal razem zongshu'],
  ['count', 'anzahl cantidad quantidade aantal kensu'],
  ['list', 'liste lista lijst liebiao ichiran'],
  ['data', 'daten donnees datos dados dati gegevens dane veri'],
  ['page', 'seite pagina pagine strona'],
  ['pages', 'seiten paginas stron'],
  ['outcome', 'esito'],
  ['code', 'codice codigo'],
  ['error', 'fehler erreur fallo falha errore fout'],
];

export const ENGLISH_WORDS: ReadonlyMap<string, string> = new Map(
  TRANSLATIONS.flatMap(([english, words]) => words.split(/\s+/).map((word) => [word, english] as const)),
);

/** Status words, written without accents and separators: `en panne`, `gestört`, `fora do ar`. */
export const FOREIGN_STATUS_WORDS: readonly StatusWords[] = [
  {
    status: 'up',
    about: 'check',
    words: `
      erreichbar verfugbar verfuegbar gesund betriebsbereit inordnung inbetrieb funktioniert verbunden
      enligne disponible operationnel operationnelle fonctionnel joignable sain enmarche
      enfonctionnement enservice enlinea operativo operativa correcto saludable funcionando sano
      accesible conectado enfuncionamiento exitoso noar disponivel operacional saudavel acessivel
      emlinha emfuncionamento raggiungibile disponibile funzionante inlinea infunzione bereikbaar
      beschikbaar gezond operationeel gruen grun vert verde groen działa dziala calisiyor çalışıyor 正常
      在线 健康 运行中 可用 稼働中 オンライン работает доступен онлаин норма 정상 온라인
    `,
  },
  {
    status: 'down',
    about: 'check',
    words: `
      gestort gestoert storung stoerung ausfall ausgefallen nichterreichbar unerreichbar nichtverfugbar
      nichtverfuegbar fehler fehlerhaft fehlgeschlagen kritisch defekt getrennt abgesturzt enpanne
      panne horsligne horsservice indisponible injoignable echec enechec erreur enerreur critique
      defaillant caido caida fueradelinea fueradeservicio nodisponible fallo fallido fallando critico
      inaccesible inalcanzable desconectado averiado noresponde sinservicio foradoar indisponivel
      emfalha falha falhou falhando erro inacessivel foradeservico inoperante irraggiungibile
      nonraggiungibile nondisponibile errore guasto fallito fuoriservizio noninlinea onbereikbaar
      nietbereikbaar nietbeschikbaar storing fout mislukt kritiek uitgevallen rot rouge rojo vermelho
      rosso rood niedziała niedziala awaria erişilemiyor 故障 离线 异常 宕机 不可用 失败 错误 障害 異常 オフライン エラー
      недоступен ошибка сбои офлаин неработает 장애 오프라인
    `,
  },
  {
    status: 'degraded',
    about: 'check',
    words: `
      warnung eingeschrankt eingeschraenkt beeintrachtigt beeintraechtigt teilausfall langsam instabil
      degrade degradee avertissement perturbe ralenti instable degradado degradada advertencia aviso
      lento inestable afectado instavel atencao degradato avviso avvertimento instabile waarschuwing
      verstoord traag gelb jaune amarillo amarelo giallo geel 警告 降级 предупреждение деградация
    `,
  },
  {
    status: 'paused',
    about: 'setting',
    words: `
      pausiert angehalten deaktiviert ausgeschaltet inaktiv gestoppt abgeschaltet ausgesetzt stillgelegt
      enpause suspendu desactive desactivee arrete inactif pausado pausada enpausa suspendido
      desactivado deshabilitado inactivo inactiva detenido suspenso desativado inativo inativa
      desabilitado inpausa sospeso disattivato disabilitato inattivo gepauzeerd uitgeschakeld gestopt
      inactief wstrzymany wstrzymane duraklatıldı 暂停 已暂停 停用 禁用 一時停止 無効 приостановлен пауза отключен
    `,
  },
  {
    status: 'paused',
    about: 'check',
    words: `
      wartung inwartung enmaintenance mantenimiento enmantenimiento manutencao emmanutencao manutenzione
      inmanutenzione onderhoud inonderhoud 维护 维护中 メンテナンス中 техобслуживание
    `,
  },
  {
    status: 'pending',
    about: 'check',
    words: `
      oczekuje ausstehend wartend nochnichtgepruft nochnichtgeprueft neu enattente nouveau pendiente
      esperando enespera nuevo pendente aguardando emespera novo inattesa nuovo inafwachting wachtend
      nieuw 等待 待检测 保留 ожидание
    `,
  },
  {
    status: 'unknown',
    about: 'check',
    words: `
      unbekannt keinedaten inconnu indetermine desconocido sindatos desconhecido semdados sconosciuto
      onbekend grau gris cinza grigio grijs 未知 不明 неизвестно
    `,
  },
  {
    status: 'unknown',
    about: 'setting',
    words: `
      aktiv aktiviert actif activo activa ativo ativa attivo attiva actief habilitado abilitato
    `,
  },
];
