import type { Operation } from './operation.ts'

/** The target of an operation: the kind of the resource, and the subresource when the path has one. */
export interface Subject {
  readonly kind: string
  readonly subresource?: string
  /** Whether lists can be watched. Nearly all can, so the default is true. */
  readonly isWatched?: boolean
}

const INSTEAD = "deprecated: use the 'watch' parameter with a list operation instead"

/** The word with its first letter in upper case, as in operation ids. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The description of an operation on a resource, as the real server publishes it. */
export function operationWords(
  action: Operation['action'],
  method: Operation['method'],
  { kind, subresource, isWatched = true }: Subject,
): string {
  const one = subresource === undefined ? `the specified ${kind}` : `${subresource} of the specified ${kind}`
  switch (action) {
    case 'get':
      return `read ${one}`
    case 'put':
      return `replace ${one}`
    case 'patch':
      return `partially update ${one}`
    case 'list':
      return `list ${isWatched ? 'or watch ' : ''}objects of kind ${kind}`
    case 'post':
      return subresource === undefined ? `create ${withArticle(kind)}` : `create ${subresource} of ${withArticle(kind)}`
    case 'delete':
      return `delete ${withArticle(kind)}`
    case 'deletecollection':
      return `delete collection of ${kind}`
    case 'watch':
      return `watch changes to an object of kind ${kind}. ${INSTEAD}, filtered to a single item with the 'fieldSelector' parameter.`
    case 'watchlist':
      return `watch individual changes to a list of ${kind}. ${INSTEAD}.`
    case 'connect':
      return `connect ${method.toUpperCase()} requests to ${subresource ?? ''} of ${kind}`
  }
}

/** A kind with its article. Kinds with a plural name, such as Endpoints, have no article. */
function withArticle(kind: string): string {
  if (/[^s]s$/.test(kind)) return kind
  return `${/^[AEIOU]/i.test(kind) ? 'an' : 'a'} ${kind}`
}
