/**
 * Words that keys are made of in other languages, without accents, and the English word whose rules then hold:
 * `letzte_pruefung` is read like `last_check`. A service of a municipality or a company's own one names its
 * fields in its own language. Left out are words that mean something else in an English key (`nombre` is the
 * Spanish name, `note`, `on`, `site`).
 */
const translations: readonly (readonly [string, string])[] = [
  ['id', 'kennung kennnummer identifiant identificador identificativo identificatore'],
  ['name', 'bezeichnung nom nombre nome naam navn namn nazwa nazev libelle anzeigename'],
  ['title', 'titel titre titulo titolo tytul'],
  ['description', 'beschreibung descripcion descricao descrizione omschrijving opis'],
  ['status', 'statut estatus'],
  ['state', 'zustand etat estado stato toestand situacao situacion stan stav'],
  ['health', 'gesundheit sante salud saude salute gezondheid'],
  ['result', 'ergebnis resultat resultado risultato resultaat'],
  ['type', 'typ art tipo soort'],
  ['address', 'adresse direccion endereco indirizzo adres'],
  ['target', 'ziel cible objetivo alvo bersaglio doel'],
  ['host', 'rechner hote anfitrion'],
  ['server', 'serveur servidor'],
  ['interval', 'intervall intervalle intervalo intervallo abstand'],
  ['frequency', 'frequenz frequence frecuencia frequencia frequenza frequentie'],
  ['seconds', 'sekunden secondes segundos secondi seconden sekund'],
  ['minutes', 'minuten minutos minuti'],
  ['last', 'letzte letzter letztes dernier derniere ultimo ultima laatste senaste siste ostatnie'],
  ['next', 'naechste nachste naechster suivant suivante siguiente proximo proxima prossimo volgende'],
  [
    'check',
    'pruefung prufung ueberpruefung uberprufung verification comprobacion verificacion verificacao verifica controllo controle chequeo',
  ],
  ['checked', 'geprueft gepruft verifie verificado comprobado controllato gecontroleerd'],
  [
    'monitor',
    'ueberwachung ueberwachungen uberwachung uberwachungen moniteur moniteurs monitores monitoraggi monitoramento',
  ],
  ['probe', 'sonde sondes sonda sondas sonden'],
  ['sensor', 'sensores sensoren capteur capteurs sensori'],
  ['service', 'dienst dienste servicio servicios servico servicos servizio servizi diensten'],
  ['device', 'geraet gerat geraete gerate appareil appareils dispositivo dispositivos dispositivi'],
  ['active', 'aktiv actif active activo activa ativo ativa attivo attiva actief aktiviert'],
  ['enabled', 'eingeschaltet habilitado habilitada abilitato ingeschakeld'],
  ['paused', 'pausiert pausado pausada gepauzeerd'],
  [
    'disabled',
    'deaktiviert desactive desactivado deshabilitado desativado disattivato disabilitato uitgeschakeld',
  ],
  [
    'created',
    'erstellt angelegt cree creado creada criado criada creato aangemaakt erstellung creacion criacao',
  ],
  ['updated', 'geaendert geandert aktualisiert modifie actualizado atualizado modificato gewijzigd'],
  ['at', 'am um el em il'],
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
  ['total', 'gesamt gesamtzahl insgesamt totale totaal'],
  ['count', 'anzahl cantidad quantidade aantal'],
  ['page', 'seite pagina pagine'],
  ['message', 'nachricht meldung fehlermeldung mensaje mensagem messaggio bericht'],
  ['error', 'fehler erreur fallo falha errore fout'],
  ['errors', 'errores erros erreurs errori fouten'],
  ['detail', 'detalle detalhe dettaglio einzelheiten'],
  ['success', 'exito sucesso erfolg succes successo'],
];

export const englishWords: ReadonlyMap<string, string> = new Map(
  translations.flatMap(([english, words]) => words.split(/\s+/).map((word) => [word, english] as const)),
);
