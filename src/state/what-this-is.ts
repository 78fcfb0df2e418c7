/** The sentences that tell a first visitor what the page is. */
export const WHAT_THIS_IS =
  'A Kubernetes-compatible control plane in this tab, to learn, try out and explain the Kubernetes API. Nothing is installed, and nothing leaves the tab.'
