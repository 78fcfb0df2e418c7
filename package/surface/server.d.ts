/**
 * `tabplane/server`: a cluster in a program. It is an API server with its storage in memory, forks, a virtual clock and faults.
 *
 * @module tabplane/server
 */
/** The requests to which a fault applies. An absent member matches every request. */
interface FaultTarget {
    /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`, or several of them. */
    readonly verb?: string | readonly string[];
    /** The plural name, with the group after a point when the resource is not in the core group: `deployments.apps`. */
    readonly resource?: string;
    readonly subresource?: string;
    readonly namespace?: string;
    readonly name?: string;
}
interface Fault {
    /** The HTTP status of the answer, or `cut`, which ends the connection without an answer. By default, the server answers. */
    readonly status?: number | 'cut';
    /** The message of the answer's `Status`. */
    readonly message?: string;
    /** The header `Retry-After`, seconds. */
    readonly retryAfter?: number;
    /** Real milliseconds before the answer. */
    readonly delay?: number;
    /** The number of events after which a watch ends. */
    readonly afterEvents?: number;
    /** The number of requests to which the fault applies. Default: all, until it is removed. */
    readonly times?: number;
}
/** The faults of a cluster. The oldest fault that matches a request applies to it. */
interface Faults {
    /** Adds a fault. The returned function removes it. @throws RangeError for an impossible fault */
    on(target: FaultTarget, fault: Fault): () => void;
    /** Removes every fault. */
    clear(): void;
}

/** The names that a server uses: with `k8s` the names of Kubernetes, with `svc` neutral ones. */
type DialectName = 'k8s' | 'svc';
/** The options of `createCluster`. Every option has a default. */
interface ClusterOptions {
    /** Default: `k8s`. */
    readonly dialect?: DialectName;
    /** `system` (default): real time. `virtual`: time changes only with `advance`. */
    readonly clock?: 'system' | 'virtual';
    /** The time at which a virtual clock begins. Default: now. */
    readonly startTime?: Date;
    /**
     * The controllers that run: `*` enables all controllers of the controller manager, `-name` excludes one, a name adds one. Default:
     * those that collect garbage, empty deleted namespaces, and give each namespace its account and its `kube-root-ca.crt`.
     */
    readonly controllers?: readonly string[];
    /** Callers, each with a token. The cluster always has the identity `admin`, in the group `system:masters`. */
    readonly users?: readonly User[];
    /** `RBAC` (default) with the bootstrap roles, or `AlwaysAllow`. */
    readonly authorization?: 'RBAC' | 'AlwaysAllow';
    readonly featureGates?: Readonly<Record<string, boolean>>;
    /** APIs to enable or disable, like the flag `--runtime-config`: `{ 'api/all': true }`. */
    readonly runtimeConfig?: Readonly<Record<string, boolean>>;
    /** The origins whose pages may call the server that `listen` opens: `http://localhost:5173`. Default: none. */
    readonly allowedOrigins?: readonly string[];
    /** A state to begin with, from `Cluster.snapshot`. */
    readonly snapshot?: Snapshot;
    /**
     * `memory` (default), or a folder that keeps the cluster after `close` and a crash (Node, Deno and Bun), like `--data-dir` of
     * `tabplane serve`. Forks are in memory.
     */
    readonly storage?: 'memory' | {
        readonly folder: string;
    };
    /**
     * Flags of `tabplane serve` for settings without an option (Node, Deno and Bun): `['--service-cluster-ip-range=10.1.0.0/16']`.
     * An option takes precedence over the flag of the same meaning.
     */
    readonly flags?: readonly string[];
    /** Receives errors that are defects of the server. Default: `console.error`. */
    readonly report?: (error: unknown) => void;
}
interface User {
    readonly name: string;
    readonly groups?: readonly string[];
}
/** The content of a cluster at one revision. Opaque; clusters of the same version can begin with it. */
interface Snapshot {
    /** The version of tabplane. */
    readonly version: string;
    readonly revision: number;
    readonly dialect: DialectName;
    readonly records: readonly {
        readonly key: string;
        readonly revision: number;
        readonly value: Uint8Array | undefined;
    }[];
}
/** One API server with its storage. */
interface Cluster {
    /**
     * Sends a request as `admin`, unless it has an `Authorization` header. `path` is a path on the server
     * (`/api/v1/pods`), or an absolute URL, whose host is ignored. A watch streams its events in the response body.
     */
    fetch(path: string | URL, init?: RequestInit): Promise<Response>;
    /** `fetch` of another identity. @throws RangeError for an unknown user */
    as(user: string): Pick<Cluster, 'fetch'>;
    /** Serves the cluster over HTTP on a loopback address (Node, Deno and Bun). */
    listen(options?: ListenOptions): Promise<Server>;
    /** The address of the oldest open port; undefined when no port is open. */
    readonly url: string | undefined;
    /**
     * A client configuration for `url`, as `Server.kubeconfig`.
     * @throws TypeError when no port is open
     * @throws RangeError for an unknown user
     */
    kubeconfig(user?: string): string;
    /** The content at this moment. It costs one entry for each object, and never changes. */
    snapshot(): Snapshot;
    /** A second cluster with the same content and options, independent from now on. A virtual clock keeps its time. */
    fork(): Promise<Cluster>;
    /**
     * Moves a virtual clock on, runs due timers in order, and lets the server work between them.
     * @throws TypeError when the clock is the system's
     */
    advance(ms: number): Promise<void>;
    /** The cluster's time. */
    now(): Date;
    /** Answers that tests inject. */
    readonly faults: Faults;
    /** The answered requests, oldest first; the last 10,000. A watch counts when it begins. */
    readonly requests: readonly RecordedRequest[];
    /** Drops the history of changes: a watch or list from an older revision receives 410. */
    compact(): void;
    /** Ends watches, controllers and ports. */
    close(): Promise<void>;
}
interface ListenOptions {
    /** Default: 0, a free port. */
    readonly port?: number;
}
interface Server {
    /** The address without a path: `http://127.0.0.1:41234`. */
    readonly url: string;
    /** A client configuration (JSON, which is YAML) of a user, by default of `admin`. @throws RangeError for an unknown user */
    kubeconfig(user?: string): string;
    /** The bearer token of a user, by default of `admin`. @throws RangeError for an unknown user */
    token(user?: string): string;
    close(): Promise<void>;
}
/** A request and the status of its answer. */
interface RecordedRequest {
    readonly method: string;
    /** Path and query as sent. */
    readonly url: string;
    /** `get`, `list`, `watch`, `create` ...; the method in lower case for a path without a resource. */
    readonly verb: string;
    readonly group: string;
    readonly resource: string;
    readonly subresource: string;
    readonly namespace: string;
    readonly name: string;
    readonly userAgent: string;
    /** The first 64 KiB of the body, as text; empty without a body. */
    readonly body: string;
    /** 0 when the connection ended without an answer. */
    readonly status: number;
}

/**
 * Starts an API server. Resolves when it serves.
 * @throws RangeError for an invalid option
 */
declare const createCluster: (options?: ClusterOptions) => Promise<Cluster>;

export { createCluster };
export type { Cluster, ClusterOptions, DialectName, Fault, FaultTarget, Faults, ListenOptions, RecordedRequest, Server, Snapshot, User };
