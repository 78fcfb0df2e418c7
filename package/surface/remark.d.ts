/**
 * `tabplane/remark`: makes the marked code blocks of Markdown pages runnable. For Docusaurus, Astro, Next and others with remark.
 *
 * @module tabplane/remark
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
 * `tabplane/remark`: makes the marked code blocks of Markdown pages runnable. For Docusaurus, Astro, Next and others with remark.
 *
 * @packageDocumentation
 */

/** The parts of an mdast tree that the plugin reads and writes. */
interface MarkdownNode {
    type: string;
    lang?: string | null;
    meta?: string | null;
    children?: MarkdownNode[];
    data?: {
        hName?: string;
        hProperties?: Record<string, unknown>;
    };
}
/**
 * Puts each block ` ```yaml tabplane ` into an element of the class `tabplane`, and the script of the app at the end of a page that
 * has such a block. Without the script, readers see the plain block.
 * @throws TypeError when `app` cannot be read as an address
 */
declare function remarkTabplane(options?: TabplaneOptions): (tree: MarkdownNode) => void;

export { remarkTabplane };
export type { MarkdownNode, TabplaneOptions };
