/**
 * `tabplane/rehype`: makes the code blocks of HTML trees runnable, for tools that read Markdown by themselves.
 *
 * @module tabplane/rehype
 */
/** The options of both plugins. */
interface TabplaneOptions {
    /** The address of the app's folder: `https://tabplane.example/`. */
    readonly app: string;
    /** The attribute `cluster` or the id of a cluster of the page, for every block. Default: the first cluster, or a new one. */
    readonly cluster?: string;
}

/**
 * `tabplane/rehype`: makes the code blocks of HTML trees runnable, for tools that read Markdown by themselves.
 *
 * @packageDocumentation
 */

/** The parts of a hast tree that the plugin reads and writes. */
interface HtmlNode {
    type: string;
    tagName?: string;
    properties?: Record<string, unknown>;
    children?: HtmlNode[];
    data?: {
        meta?: string | null;
    };
}
/**
 * Marks each `<code>` whose block has the word `tabplane` after its language (`data.meta`), or the class `tabplane` already, and
 * adds the script of the app to a page that has one.
 * @throws TypeError when `app` cannot be read as an address
 */
declare function rehypeTabplane(options: TabplaneOptions): (tree: HtmlNode) => void;

export { rehypeTabplane };
export type { HtmlNode, TabplaneOptions };
