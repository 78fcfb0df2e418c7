/** The tree of a JSONPath template. */
export type Node =
  | { readonly kind: 'list'; readonly nodes: Node[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly name: string }
  | {
      readonly kind: 'slice'
      readonly from?: number
      readonly to?: number
      readonly step?: number
      /** Whether the slice is a single index such as `[3]`, from which `to` is derived. */
      readonly derived: boolean
    }
  | { readonly kind: 'filter'; readonly left: ListNode; readonly operator: string; readonly right: ListNode }
  | { readonly kind: 'constant'; readonly value: number | boolean; readonly isFloat?: boolean }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'recursive' }
  | { readonly kind: 'union'; readonly lists: readonly ListNode[] }
  | { readonly kind: 'word'; readonly word: string }

export type ListNode = Extract<Node, { kind: 'list' }>
