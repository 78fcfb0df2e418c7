import type { Dialect } from '../../worker/dialect/dialect.ts'
import type { ProxyRequest, ProxyRoute } from './proxy-routes.ts'

/** The environment of a client: a browser's terminal, a Node process or a test. */
export interface Host {
  /** Names of media types, annotations and of the client itself. */
  readonly dialect: Dialect
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly files: Files
  /** The folder for stored discovery; undefined when discovery is not stored. */
  readonly cacheDirectory?: string
  /** The address of the published reference; absent when the host has none. */
  readonly referenceUrl?: string
  /** Aborted by Ctrl-C: watches end and output stops. */
  readonly signal: AbortSignal
  /** Width of the terminal in cells. */
  readonly columns: number
  stdout(text: string): void
  stderr(text: string): void
  /**
   * Receives a sentence about a limit of a simulated cluster, which the host shows on standard error after the output.
   * Absent when such sentences are not shown.
   */
  advise?(sentence: string): void
  /** All of standard input; empty when the host has none. */
  stdin(): Promise<string>
  /** Whether standard input is a terminal, which a program can share. Absent when the host has no terminal for programs. */
  isTerminal?(): boolean
  /**
   * Whether requests to the server never cross a network, so that credentials are sent without TLS too. Absent when the host
   * has no such server.
   */
  isPrivate?(server: string): boolean
  /** Rejects with a `ConnectionError` when no server answered. */
  fetch(request: HostRequest): Promise<HostResponse>
  /**
   * Runs a program; its standard error is shown immediately. Rejects with a `FileError` when the program cannot
   * start. Absent when the host has no programs.
   */
  run?(program: Program): Promise<{ readonly stdout: string; readonly code: number }>
  /** Creates an empty folder whose name begins with the prefix. Absent when the host has no programs that could read it. */
  temporaryFolder?(prefix: string): Promise<TemporaryFolder>
  /**
   * Lets the user edit a text in a new file with the given prefix and suffix. Rejects with a `Failure` when the
   * editor fails. Absent when the host has no editor.
   */
  edit?(text: string, prefix: string, suffix: string): Promise<EditedFile>
  /** Shows an object in the page's own editor, which also applies it. Preferred to `edit`. */
  openObject?(object: OpenedObject): void
  /**
   * Opens a port that forwards requests to a server. Rejects with a `Failure` when the port cannot be opened. Absent when
   * the host cannot listen.
   */
  listen?(proxy: ListeningProxy): Promise<OpenedProxy>
  /** Milliseconds since 1970. */
  now(): number
  /** Runs `task` after these milliseconds of `now`; the returned function cancels. */
  readonly after: (milliseconds: number, task: () => void) => () => void
  /** A random whole number of at least 0 and less than the limit. */
  random(limit: number): number
}

/** A file with the saved text; it exists until it is removed. */
export interface EditedFile {
  readonly text: string
  readonly path: string
  remove(): Promise<void>
}

export interface TemporaryFolder {
  readonly path: string
  remove(): Promise<void>
}

export interface Program {
  readonly command: string
  readonly args: readonly string[]
  /** Variables in addition to the environment of the process. */
  readonly environment: Readonly<Record<string, string>>
  /** Whether the program reads the terminal of the client. Default: it has no standard input. */
  readonly isInteractive?: boolean
}

/** The object that an editor shows. */
export interface OpenedObject {
  readonly type: { readonly group: string; readonly version: string; readonly resource: string }
  readonly namespace: string | undefined
  readonly name: string
}

export interface HostRequest {
  /** Absolute: `<server>/api/v1/pods?limit=500`. */
  readonly url: string
  readonly method: string
  /** A list is sent as one header for each value. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string
  readonly signal: AbortSignal
  readonly tls: TransportSecurity
}

/** The part of `Response` that the client reads. A body is read once, as a stream or as a text. */
export interface HostResponse extends Pick<Response, 'ok' | 'status' | 'statusText' | 'body' | 'text'> {
  /** Each header once; `get` takes names in lower case. */
  readonly headers: Iterable<readonly [name: string, value: string]> & {
    get(name: string): string | null | undefined
  }
}

/** The verification of the server, and the client's certificate. PEM texts. */
export interface TransportSecurity {
  readonly insecure?: boolean
  readonly serverName?: string
  readonly certificateAuthority?: string
  readonly clientCertificate?: string
  readonly clientKey?: string
}

/** The headers of a user and the security of connections to the server. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly tls: TransportSecurity
}

/**
 * A port to open, and the server that gets its requests. The command `proxy` makes it; the host opens the
 * port, calls `route` for each request, and carries out the route.
 */
export interface ListeningProxy {
  /** The path of a Unix socket; undefined to listen on the port. */
  readonly socket: string | undefined
  /** A name, an address or an address in brackets; empty for all addresses. */
  readonly address: string
  /** 0 takes a free port. */
  readonly port: number
  readonly route: (request: ProxyRequest) => ProxyRoute
  /** The folder of the files that a route names. */
  readonly folder: string
  /** The scheme, the name and the port of the server: `https://localhost:6443`. */
  readonly server: string
  /** Headers that a request gets when its sender gave none of that name, and the verification of the server. */
  readonly credentials: Credentials
  /** Milliseconds between keep-alive messages of an upgraded connection; 0 for none. */
  readonly keepAliveMs: number
  /** Receives the fault of a request that the server did not answer. */
  failed(fault: string): void
  /** Aborted when the proxy must end. */
  readonly signal: AbortSignal
}

export interface OpenedProxy {
  /** `127.0.0.1:8001`, or the path of the socket. */
  readonly address: string
  /** Resolves after the port and all connections are closed. */
  readonly ended: Promise<void>
}

export interface Files {
  /** The absolute form of a path. It does not read the disk. */
  resolve(path: string): string
  /** The kind of entry at the path; undefined when nothing exists there. */
  kind(path: string): Promise<'file' | 'directory' | undefined>
  /** Rejects with a `FileError`. */
  read(path: string): Promise<Uint8Array>
  /** Names in a directory, sorted. */
  list(path: string): Promise<readonly string[]>
  /** Creates missing parent folders. */
  write(path: string, text: string): Promise<void>
  /** Whether the file at the path is a program. Undefined: all files are. */
  isExecutable?(path: string): Promise<boolean>
  /** Reads links; undefined when the host has none. */
  readonly links?: Links
}

/**
 * Symbolic links and devices among the files of a host. A folder from another source may contain links to any place of
 * the machine.
 */
export interface Links {
  /** The kind of a directory's entry itself, without following a link. `other` for links, pipes and devices. */
  entry(path: string): Promise<'file' | 'directory' | 'other' | undefined>
  /** The absolute path without links; unchanged when nothing exists at the path. */
  real(path: string): Promise<string>
}

/** The kind of a directory's entry, without following a link when the host has links. */
export const entryKind = (files: Files, path: string): ReturnType<Links['entry']> =>
  files.links === undefined ? files.kind(path) : files.links.entry(path)

export const realPath = async (files: Files, path: string): Promise<string> =>
  files.links === undefined ? files.resolve(path) : files.links.real(path)

/** A file that cannot be read. `why` is the operating system's text: `no such file or directory`. */
export class FileError extends Error {
  readonly why: string
  constructor(operation: string, path: string, why: string) {
    super(`${operation} ${path}: ${why}`)
    this.why = why
  }
}

/** No server answered: connection refused, unknown host or untrusted certificate. */
export class ConnectionError extends Error {
  readonly refused: boolean
  constructor(message: string, refused: boolean) {
    super(message)
    this.refused = refused
  }
}

const decoder = new TextDecoder()

export async function readText(files: Files, path: string): Promise<string> {
  return decoder.decode(await files.read(path))
}
