import type { MonitorStatus } from '../../../monitors/monitor';

/**
 * Status words of other languages, written without accents and separators: services in their own language say
 * `en panne`, `gestört` and `fora do ar`. `off` and `live` as in the table of English words.
 */
export const otherLanguages: readonly (readonly [
  MonitorStatus,
  { live?: boolean; off?: boolean },
  string,
])[] = [
  [
    'up',
    { live: true },
    `
      erreichbar verfugbar verfuegbar gesund betriebsbereit inordnung inbetrieb funktioniert verbunden
      enligne disponible operationnel operationnelle fonctionnel joignable sain enmarche enfonctionnement enservice
      enlinea operativo operativa correcto saludable funcionando sano accesible conectado enfuncionamiento exitoso
      noar disponivel operacional saudavel acessivel emlinha emfuncionamento
      raggiungibile disponibile funzionante inlinea infunzione bereikbaar beschikbaar gezond operationeel
      正常 在线 健康 运行中 可用 稼働中 オンライン работает доступен онлайн норма 정상 온라인
    `,
  ],
  [
    'down',
    { live: true },
    `
      gestort gestoert storung stoerung ausfall ausgefallen nichterreichbar unerreichbar nichtverfugbar
      nichtverfuegbar fehler fehlerhaft fehlgeschlagen kritisch defekt getrennt abgesturzt
      enpanne panne horsligne horsservice indisponible injoignable echec enechec erreur enerreur critique
      defaillant caido caida fueradelinea fueradeservicio nodisponible fallo fallido fallando critico inaccesible
      inalcanzable desconectado averiado noresponde sinservicio foradoar indisponivel emfalha falha falhou
      falhando erro inacessivel foradeservico inoperante irraggiungibile nonraggiungibile nondisponibile errore
      guasto fallito fuoriservizio noninlinea onbereikbaar nietbereikbaar nietbeschikbaar storing fout mislukt
      kritiek uitgevallen 故障 离线 异常 宕机 不可用 失败 错误 障害 異常 オフライン エラー недоступен ошибка
      сбой офлайн неработает 장애 오프라인
    `,
  ],
  [
    'degraded',
    { live: true },
    `
      warnung eingeschrankt eingeschraenkt beeintrachtigt beeintraechtigt teilausfall langsam instabil degrade
      degradee avertissement perturbe ralenti instable degradado degradada advertencia aviso lento inestable
      afectado instavel atencao degradato avviso avvertimento instabile waarschuwing verstoord traag 警告 降级
      предупреждение деградация
    `,
  ],
  [
    'paused',
    { off: true },
    `
      pausiert angehalten deaktiviert ausgeschaltet inaktiv gestoppt abgeschaltet ausgesetzt stillgelegt enpause
      suspendu desactive desactivee arrete inactif pausado pausada enpausa suspendido desactivado deshabilitado
      inactivo inactiva detenido suspenso desativado inativo inativa desabilitado inpausa sospeso disattivato
      disabilitato inattivo gepauzeerd uitgeschakeld gestopt inactief 暂停 已暂停 停用 禁用 一時停止 無効
      приостановлен пауза отключен
    `,
  ],
  [
    'paused',
    { live: true },
    `
      wartung inwartung enmaintenance mantenimiento enmantenimiento manutencao emmanutencao manutenzione
      inmanutenzione onderhoud inonderhoud 维护 维护中 メンテナンス中 техобслуживание
    `,
  ],
  [
    'pending',
    { live: true },
    `
      ausstehend wartend nochnichtgepruft nochnichtgeprueft neu enattente nouveau pendiente esperando enespera
      nuevo pendente aguardando emespera novo inattesa nuovo inafwachting wachtend nieuw 等待 待检测 保留 ожидание
    `,
  ],
  [
    'unknown',
    { live: true },
    `
      unbekannt keinedaten inconnu indetermine desconocido sindatos desconhecido semdados sconosciuto onbekend
      未知 不明 неизвестно
    `,
  ],
  [
    'unknown',
    {},
    'aktiv aktiviert actif activo activa ativo ativa attivo attiva actief habilitado abilitato',
  ],
];
