import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { GuardedProgram, makeTemporaryFolder } from './guardedProgram';
import type { ServerBuild } from './serverBuild';

export type Settings = Readonly<Record<string, unknown>>;

/** Settings for a quiet screen: no tips, questions or animations. */
const CALM_SETTINGS: Settings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'workbench.reduceMotion': 'on',
  'chat.disableAIFeatures': true,
  'git.enabled': false,
  'workbench.editor.useModal': 'off',
  'remote.autoForwardPorts': false,
  'extensions.ignoreRecommendations': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
  'extensions.autoCheckUpdates': false,
  'update.mode': 'none',
};

/**
 * Built-in extensions that tests need: themes, icons and JSON. VS Code needs more time for its other hundred than for
 * the rest of its start.
 */
export const FEW_BUILTIN_EXTENSIONS = ['theme-defaults', 'theme-seti', 'json'];

export interface ServerOptions {
  /** Port on the loopback interface; any free port by default. */
  readonly port?: number;
  readonly settings?: Settings;
  /** Settings of the opened folder. */
  readonly folderSettings?: Settings;
  /** Key bindings of the user: key to command. */
  readonly keybindings?: Readonly<Record<string, string>>;
  /** The packed extension. */
  readonly vsix?: string;
  /** Other packed extensions. */
  readonly otherVsixes?: readonly string[];
  /** Folders of the built-in extensions to load; all by default. */
  readonly builtinExtensions?: readonly string[];
  /** False for Restricted Mode. */
  readonly trusted?: boolean;
  /** Accepts a page address that runs tests. VS Code then shows no notifications. */
  readonly runsTests?: boolean;
  /** Modules that its processes load first (node --require). */
  readonly preloads?: readonly string[];
}

/** A running server of VS Code on the loopback interface, with a new user and an empty folder. */
export class VsCodeServer {
  private program: GuardedProgram;
  private port: number;

  private constructor(
    readonly build: ServerBuild,
    /** All files of this server, until `stop`. */
    readonly home: string,
    private readonly options: ServerOptions,
  ) {
    this.port = options.port ?? 0;
    const installations = this.vsixes.flatMap((vsix) => ['--install-extension', vsix]);
    // Without it, a server ends after it has installed an extension.
    this.program = this.spawn(installations.length > 0 ? ['--start-server', ...installations] : []);
  }

  static async start(build: ServerBuild, options: ServerOptions = {}): Promise<VsCodeServer> {
    const home = makeTemporaryFolder();
    mkdirSync(join(home, 'data', 'User'), { recursive: true });
    mkdirSync(join(home, 'folder'));
    if (options.folderSettings) {
      mkdirSync(join(home, 'folder', '.vscode'));
      writeFileSync(
        join(home, 'folder', '.vscode', 'settings.json'),
        JSON.stringify(options.folderSettings),
      );
    }
    const settings = { ...CALM_SETTINGS, ...options.settings };
    writeFileSync(
      join(home, 'data', 'User', 'settings.json'),
      JSON.stringify(settings, undefined, 2),
    );
    // Through another command, because VS Code shows the key beside the name of its command.
    const keybindings = Object.entries(options.keybindings ?? {}).map(([key, command]) => ({
      key,
      command: 'runCommands',
      args: { commands: [command] },
    }));
    writeFileSync(join(home, 'data', 'User', 'keybindings.json'), JSON.stringify(keybindings));
    for (const name of options.builtinExtensions ?? []) {
      cpSync(join(build.folder, 'extensions', name), join(home, 'builtin', name), {
        recursive: true,
      });
    }
    const server = new VsCodeServer(build, home, options);
    await server.listening();
    await server.installed();
    return server;
  }

  get url(): string {
    return `http://${this.authority}/?folder=${encodeURIComponent(this.folder)}`;
  }

  get authority(): string {
    return `127.0.0.1:${this.port}`;
  }

  get folder(): string {
    return join(this.home, 'folder');
  }

  get settingsFile(): string {
    return join(this.home, 'data', 'User', 'settings.json');
  }

  get output(): string {
    return this.program.output;
  }

  /** Stops and starts again with the same user and address, so that the page's storage stays. */
  async restart(): Promise<void> {
    await this.program.stop({ keepFolder: true });
    this.program = this.spawn();
    await this.listening();
  }

  async stop(): Promise<void> {
    await this.program.stop();
  }

  private get vsixes(): string[] {
    return [this.options.vsix ?? [], this.options.otherVsixes ?? []].flat();
  }

  private spawn(furtherArguments: readonly string[] = []): GuardedProgram {
    const args = ['--host', '127.0.0.1', '--port', String(this.port), '--without-connection-token'];
    args.push(
      '--server-data-dir',
      this.home,
      '--accept-server-license-terms',
      '--telemetry-level',
      'off',
    );
    args.push(...furtherArguments);
    if (this.options.builtinExtensions) {
      args.push('--builtin-extensions-dir', join(this.home, 'builtin'));
    }
    if (this.options.runsTests) {
      args.push('--enable-smoke-test-driver');
    }
    if (this.options.trusted !== false) {
      args.push('--disable-workspace-trust');
    }
    const preloads = [join(__dirname, 'keychain.js'), join(__dirname, 'clock.js')];
    const main = [
      ...[...preloads, ...(this.options.preloads ?? [])].flatMap((preload) => [
        '--require',
        preload,
      ]),
      join(this.build.folder, 'out', 'server-main.js'),
    ];
    const { home: folder, build } = this;
    return new GuardedProgram(build.node, [...main, ...args], { folder, cwd: build.folder });
  }

  private async listening(): Promise<void> {
    const match = await this.printed(/Web UI available at http:\/\/[^:]+:(\d+)/);
    this.port = Number(match[1]);
  }

  /** VS Code runs no extension before it has installed these. */
  private async installed(): Promise<void> {
    for (const vsix of this.vsixes) {
      await this.printed(new RegExp(`'${basename(vsix)}' was successfully installed`));
    }
  }

  private async printed(pattern: RegExp): Promise<RegExpExecArray> {
    try {
      return await this.program.printedMatch(pattern, 60_000);
    } catch (error) {
      await this.program.stop();
      throw error;
    }
  }
}
