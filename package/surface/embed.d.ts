/**
 * `tabplane/embed`: the types of `<tabplane-cluster>`, and its definition for pages that a bundler builds.
 *
 * @module tabplane/embed
 */
interface EnhanceOptions {
    /** The attribute `cluster` or the id of a cluster element; by default the first element of the page. */
    readonly cluster?: string;
}

/** The result of a command line. */
interface CommandResult {
    readonly stdout: string;
    readonly stderr: string;
    /** The exit code. */
    readonly code: number;
}
/** An object that `apply` wrote. */
interface AppliedObject {
    /** Kind and name: `deployment/web`. */
    readonly object: string;
    readonly outcome: 'created' | 'applied';
}
/** The objects that a person created, as a `List`. As JSON, `apply` accepts this list again. */
interface ClusterSnapshot {
    readonly apiVersion: 'v1';
    readonly kind: 'List';
    readonly items: readonly Readonly<Record<string, unknown>>[];
}
/** The lesson of the cluster, and the reader's progress in it. */
interface ScenarioState {
    readonly name: string;
    readonly title: string;
    /** The titles of the steps. */
    readonly steps: readonly string[];
    /** The number of the first step that is not done, counted from 0; at the end, the number of steps. */
    readonly step: number;
    /** The checks of this step that passed. */
    readonly passed: readonly string[];
}
/** The details of the element's events, by event name. */
interface ClusterEvents {
    /** The cluster has started. Sent again after `reset`. */
    ready: undefined;
    /** An object was written or deleted. */
    change: {
        readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
        readonly kind: string;
        readonly apiVersion: string;
        /** The namespace of the object; empty for objects outside namespaces. */
        readonly namespace: string;
        readonly name: string;
    };
    /** A command line has ended, in the terminal or by `run`. `stdout` holds the first 64 Ki characters of its output. */
    command: {
        readonly line: string;
        readonly code: number;
        readonly stdout: string;
    };
    /** The server answered a request. Requests of the page's panes are left out. */
    request: {
        readonly method: string;
        readonly url: string;
        readonly status: number;
        readonly user: string;
        readonly userAgent: string;
        /** The time from the request to the answer, milliseconds. */
        readonly duration: number;
    };
    /** A check of the lesson's step passed. `step` is counted from 0. */
    check: {
        readonly scenario: string;
        readonly step: number;
        readonly check: string;
    };
    /** A step of the lesson is done. `finished`: it was the last step. */
    passed: {
        readonly scenario: string;
        readonly step: number;
        readonly finished: boolean;
    };
    /** The cluster cannot start, or the frame showed an error. */
    error: {
        readonly message: string;
    };
}
interface CallOptions {
    /** Ends the call: it rejects with the signal's reason. */
    readonly signal?: AbortSignal;
}
interface RunOptions extends CallOptions {
    /** The width of tables in characters. Default: 100. */
    readonly columns?: number;
}
/**
 * A cluster in a frame. Methods load the frame when it has not loaded yet, and wait until the cluster is ready. They
 * reject with an Error when the element leaves the page or the frame loads again.
 */
interface TabplaneClusterElement extends HTMLElement {
    /** Resolves when the cluster has started and its manifest is applied. Another promise after `reset`. */
    readonly ready: Promise<void>;
    /** The lesson; undefined before `ready`, and when the frame has no lesson. */
    readonly scenario: ScenarioState | undefined;
    /** Runs a line in a shell that has the documents as files. The shell keeps its folder and variables between lines. */
    run(line: string, options?: RunOptions): Promise<CommandResult>;
    /**
     * Applies YAML or JSON of at most 512 Ki characters. When the server refuses an object, rejects after all objects
     * were tried.
     */
    apply(manifest: string, options?: CallOptions): Promise<readonly AppliedObject[]>;
    /**
     * Sends a request to the API server, `/api/v1/pods`. The body of the response streams, including the body of a watch.
     */
    fetch(path: string, init?: RequestInit): Promise<Response>;
    /** Opens a path of the API (`/api/v1/pods`), or a query of the app (`?file=manifest.yaml`, `?map=default`). */
    open(where: string): Promise<void>;
    /** Starts the cluster again as the attributes describe it. Changes of the reader are lost. */
    reset(): Promise<void>;
    snapshot(options?: CallOptions): Promise<ClusterSnapshot>;
    /** A link to a copy of the cluster in the whole app. */
    share(options?: CallOptions): Promise<string>;
    addEventListener<Name extends keyof ClusterEvents>(type: Name, listener: (this: this, event: CustomEvent<ClusterEvents[Name]>) => void, options?: boolean | AddEventListenerOptions): void;
    addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
    interface HTMLElementTagNameMap {
        'tabplane-cluster': TabplaneClusterElement;
    }
}
/**
 * Defines the elements `<tabplane-cluster>` and `<tabplane-output>` and the buttons `data-tabplane`, once for each page. On a
 * server, without a DOM, it does nothing.
 * @param app the address of the app's folder: `https://tabplane.example/`. Its release must use the same version of the
 *   messages; otherwise the element reports the difference with its event `error`
 */
declare function defineTabplane(app: string | URL): Promise<void>;
/** Adds a button to each code block that the selector names. Resolves to the number of new buttons. */
declare function enhance(selector: string, options?: EnhanceOptions): Promise<number>;

export { defineTabplane, enhance };
export type { AppliedObject, CallOptions, ClusterEvents, ClusterSnapshot, CommandResult, EnhanceOptions, RunOptions, ScenarioState, TabplaneClusterElement };
