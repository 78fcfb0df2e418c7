/**
 * `tabplane/rehype`: makes the code blocks of HTML trees runnable, for tools that read Markdown by themselves.
 *
 * @module tabplane/rehype
 */
/** The options of `tabplane/remark` and `tabplane/rehype`. */
interface TabplaneOptions {
    /**
     * The address of the app's folder: `https://tabplane.example/`. The plugin adds the script from there to each page with a
     * marked block. Without `app`, the site loads the script itself, as sites with a router must.
     */
    readonly app?: string;
    /** The attribute `cluster` or the id of the `<tabplane-cluster>` in which every block runs. Default: the first cluster, or a new one. */
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
 * Puts each `<pre>` into an element of the class `tabplane` when its `<code>` has the word `tabplane` after its language
 * (`data.meta`) or as a class. Adds the script of the app to a page that has such a block.
 * @throws TypeError when `app` cannot be read as an address
 */
declare function rehypeTabplane(options?: TabplaneOptions): (tree: HtmlNode) => void;

export { rehypeTabplane };
export type { HtmlNode, TabplaneOptions };
