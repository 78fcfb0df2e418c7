/**
 * `tabplane/browser`: a cluster in a worker of a page, without the app.
 *
 * @module tabplane/browser
 */
import { Snapshot, FaultTarget, Fault, RecordedRequest, ClusterOptions } from 'tabplane/server';
export { DialectName, Fault, FaultTarget, RecordedRequest, Snapshot, User } from 'tabplane/server';

/** The options of `createCluster` of `tabplane/server` without functions, flags and folders, for a cluster in a worker. */
type BrowserClusterOptions = Omit<ClusterOptions, 'report' | 'flags' | 'storage'> & {
    /**
     * A worker that runs `tabplane/browser/worker`, for bundlers that do not find it by themselves. Default: a new worker of
     * the package's own file.
     */
    readonly worker?: Worker;
};
/** The faults of a cluster in a worker. */
interface BrowserFaults {
    /** Adds a fault. Resolves to a function that removes it. Rejects with a RangeError for an impossible fault. */
    on(target: FaultTarget, fault: Fault): Promise<() => Promise<void>>;
    clear(): Promise<void>;
}
/** One API server in a worker, with its storage in memory. */
interface BrowserCluster {
    /** Like `Cluster.fetch` of `tabplane/server`. The body of a watch is a stream. */
    fetch(path: string | URL, init?: RequestInit): Promise<Response>;
    /** `fetch` of another identity. Its promise rejects for an unknown user. */
    as(user: string): Pick<BrowserCluster, 'fetch'>;
    snapshot(): Promise<Snapshot>;
    /** A second cluster with the same content, in the same worker. */
    fork(): Promise<BrowserCluster>;
    /** Moves a virtual clock on. Rejects when the clock is the system's. */
    advance(ms: number): Promise<void>;
    now(): Promise<Date>;
    readonly faults: BrowserFaults;
    /** The answered requests, oldest first; the last 10,000. */
    requests(): Promise<readonly RecordedRequest[]>;
    compact(): Promise<void>;
    /** Ends the cluster. When it is the first cluster of the worker, the worker ends too, and with it all forks. */
    close(): Promise<void>;
}

/**
 * Starts an API server in a worker of this page. Resolves when it serves, and rejects when the worker cannot start. For an
 * invalid option, the error has the message of the RangeError.
 */
declare function createCluster({ worker, ...options }?: BrowserClusterOptions): Promise<BrowserCluster>;

export { createCluster };
export type { BrowserCluster, BrowserClusterOptions, BrowserFaults };
