import type { Component } from 'svelte'

export type MenuEntry =
  | { readonly kind: 'separator' }
  | { readonly kind: 'heading'; readonly label: string }
  | {
      readonly kind: 'action' | 'choice'
      readonly label: string
      /** Secondary text at the end of the line. */
      readonly note?: string
      /** One line below the label. */
      readonly hint?: string
      readonly icon?: Component
      readonly checked?: boolean
      readonly danger?: boolean
      run(): void
    }
