import type { Dialect } from '../../dialect/dialect.ts'
import type { Operation, Parameter } from './operation.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

type Words = Readonly<Record<string, string>>

/** The real server's descriptions of request parameters. */
const EVERYWHERE: Words = {
  allowWatchBookmarks:
    'allowWatchBookmarks requests watch events with type "BOOKMARK". Servers that do not implement bookmarks may ignore this flag and bookmarks are sent at the server\'s discretion. Clients should not assume bookmarks are returned at any specific interval, nor may they assume the server will send any BOOKMARK event during a session. If this is not a watch, this field is ignored.',
  continue:
    'The continue option should be set when retrieving more results from the server. Since this value is server defined, clients may only use the continue value from a previous query result with identical query parameters (except for the value of continue) and the server may reject a continue value it does not recognize. If the specified continue value is no longer valid whether due to expiration (generally five to fifteen minutes) or a configuration change on the server, the server will respond with a 410 ResourceExpired error together with a continue token. If the client needs a consistent list, it must restart their list without the continue field. Otherwise, the client may send another list request with the token received with the 410 error, the server will respond with a list starting from the next key, but from the latest snapshot, which is inconsistent from the previous list results - objects that are created, modified, or deleted after the first list request will be included in the response, as long as their keys are after the "next key".\n\nThis field is not supported when watch is true. Clients may start a watch from the last resourceVersion value returned by the server and not miss any modifications.',
  fieldSelector: 'A selector to restrict the list of returned objects by their fields. Defaults to everything.',
  labelSelector: 'A selector to restrict the list of returned objects by their labels. Defaults to everything.',
  limit:
    'limit is a maximum number of responses to return for a list call. If more items exist, the server will set the `continue` field on the list metadata to a value that can be used with the same initial query to retrieve the next set of results. Setting a limit may return fewer than the requested amount of items (up to zero items) in the event all requested objects are filtered out and clients should only use the presence of the continue field to determine whether more results are available. Servers may choose not to support the limit argument and will return all of the available results. If limit is specified and the continue field is empty, clients may assume that no more results are available. This field is not supported if watch is true.\n\nThe server guarantees that the objects returned when using continue will be identical to issuing a single list call without a limit - that is, no objects created, modified, or deleted after the first request is issued will be included in any subsequent continued requests. This is sometimes referred to as a consistent snapshot, and ensures that a client that is using limit to receive smaller chunks of a very large result can ensure they see all possible objects. If objects are updated during a chunked list the version of the object that was present at the time the first list result was calculated is returned.',
  resourceVersion:
    'resourceVersion sets a constraint on what resource versions a request may be served from. See https://{labels}/docs/reference/using-api/api-concepts/#resource-versions for details.\n\nDefaults to unset',
  resourceVersionMatch:
    'resourceVersionMatch determines how resourceVersion is applied to list calls. It is highly recommended that resourceVersionMatch be set for list calls where resourceVersion is set See https://{labels}/docs/reference/using-api/api-concepts/#resource-versions for details.\n\nDefaults to unset',
  sendInitialEvents:
    '`sendInitialEvents=true` may be set together with `watch=true`. In that case, the watch stream will begin with synthetic events to produce the current state of objects in the collection. Once all such events have been sent, a synthetic "Bookmark" event  will be sent. The bookmark will report the ResourceVersion (RV) corresponding to the set of objects, and be marked with `"{domain}/initial-events-end": "true"` annotation. Afterwards, the watch stream will proceed as usual, sending watch events corresponding to changes (subsequent to the RV) to objects watched.\n\nWhen `sendInitialEvents` option is set, we require `resourceVersionMatch` option to also be set. The semantic of the watch request is as following: - `resourceVersionMatch` = NotOlderThan\n  is interpreted as "data at least as new as the provided `resourceVersion`"\n  and the bookmark event is send when the state is synced\n  to a `resourceVersion` at least as fresh as the one provided by the ListOptions.\n  If `resourceVersion` is unset, this is interpreted as "consistent read" and the\n  bookmark event is send when the state is synced at least to the moment\n  when request started being processed.\n- `resourceVersionMatch` set to any other value or unset\n  Invalid error is returned.\n\nDefaults to true if `resourceVersion=""` or `resourceVersion="0"` (for backward compatibility reasons) and to false otherwise.',
  timeoutSeconds:
    'Timeout for the list/watch call. This limits the duration of the call, regardless of any activity or inactivity.',
  watch:
    'Watch for changes to the described resources and return them as a stream of add, update, and remove notifications. Specify resourceVersion.',
  dryRun:
    'When present, indicates that modifications should not be persisted. An invalid or unrecognized dryRun directive will result in an error response and no further processing of the request. Valid values are: - All: all dry run stages will be processed',
  fieldManager:
    'fieldManager is a name associated with the actor or entity that is making these changes. The value must be less than or 128 characters long, and only contain printable characters, as defined by https://golang.org/pkg/unicode/#IsPrint.',
  fieldValidation:
    'fieldValidation instructs the server on how to handle objects in the request (POST/PUT/PATCH) containing unknown or duplicate fields. Valid values are: - Ignore: This will ignore any unknown fields that are silently dropped from the object, and will ignore all but the last duplicate field that the decoder encounters. This is the default behavior prior to v1.23. - Warn: This will send a warning via the standard warning response header for each unknown field that is dropped from the object, and for each duplicate field that is encountered. The request will still succeed if there are no other errors, and will only persist the last of any duplicate fields. This is the default in v1.23+ - Strict: This will fail the request with a BadRequest error if any unknown fields would be dropped from the object, or if any duplicate fields are present. The error returned from the server will contain all unknown and duplicate fields encountered.',
  namespace: 'object name and auth scope, such as for teams and projects',
  pretty:
    "If 'true', then the output is pretty printed. Defaults to 'false' unless the user-agent indicates a browser or command-line HTTP tool (curl and wget).",
  gracePeriodSeconds:
    'The duration in seconds before the object should be deleted. Value must be non-negative integer. The value zero indicates delete immediately. If this value is nil, the default grace period for the specified type will be used. Defaults to a per object value if not specified. zero means delete immediately.',
  orphanDependents:
    'Deprecated: please use the PropagationPolicy, this field will be deprecated in 1.7. Should the dependent objects be orphaned. If true/false, the "orphan" finalizer will be added to/removed from the object\'s finalizers list. Either this field or PropagationPolicy may be set, but not both.',
  propagationPolicy:
    "Whether and how garbage collection will be performed. Either this field or OrphanDependents may be set, but not both. The default policy is decided by the existing finalizer set in the metadata.finalizers and the resource-specific default policy. Acceptable values are: 'Orphan' - orphan the dependents; 'Background' - allow the garbage collector to delete the dependents in the background; 'Foreground' - a cascading policy that deletes all dependents in the foreground.",
  force:
    'Force is going to "force" Apply requests. It means user will re-acquire conflicting fields owned by other people. Force flag must be unset for non-apply patch requests.',
  path: 'path to the resource',
}

const APPLIED =
  ' This field is required for apply requests (application/apply-patch) but optional for non-apply patch types (JsonPatch, MergePatch, StrategicMergePatch).'

/** Descriptions of parameters whose meaning depends on the kind of the operation. */
const OPTIONS = lookupTable<Words>({
  Pod: {
    container:
      'The container for which to stream logs. Defaults to only container if there is one container in the pod.',
    follow: 'Follow the log stream of the pod. Defaults to false.',
    insecureSkipTLSVerifyBackend:
      "insecureSkipTLSVerifyBackend indicates that the apiserver should not confirm the validity of the serving certificate of the backend it is connecting to.  This will make the HTTPS connection between the apiserver and the backend insecure. This means the apiserver cannot verify the log data it is receiving came from the real {agent}.  If the {agent} is configured to verify the apiserver's TLS credentials, it does not mean the connection to the real {agent} is vulnerable to a man in the middle attack (e.g. an attacker could not intercept the actual log data coming from the real {agent}).",
    limitBytes:
      'If set, the number of bytes to read from the server before terminating the log output. This may not display a complete final line of logging, and may return slightly more or slightly less than the specified limit.',
    previous: 'Return previous terminated container logs. Defaults to false.',
    sinceSeconds:
      'A relative time in seconds before the current time from which to show logs. If this value precedes the time a pod was started, only logs since the pod start will be returned. If this value is in the future, no logs will be returned. Only one of sinceSeconds or sinceTime may be specified.',
    tailLines:
      'If set, the number of lines from the end of the logs to show. If not specified, logs are shown from the creation of the container or sinceSeconds or sinceTime',
    timestamps:
      'If true, add an RFC3339 or RFC3339Nano timestamp at the beginning of every line of log output. Defaults to false.',
  },
  PodExecOptions: {
    command: 'Command is the remote command to execute. argv array. Not executed within a shell.',
    container:
      'Container in which to execute the command. Defaults to only container if there is only one container in the pod.',
    stderr: 'Redirect the standard error stream of the pod for this call.',
    stdin: 'Redirect the standard input stream of the pod for this call. Defaults to false.',
    stdout: 'Redirect the standard output stream of the pod for this call.',
    tty: 'TTY if true indicates that a tty will be allocated for the exec call. Defaults to false.',
  },
  PodAttachOptions: {
    container:
      'The container in which to execute the command. Defaults to only container if there is only one container in the pod.',
    stderr: 'Stderr if true indicates that stderr is to be redirected for the attach call. Defaults to true.',
    stdin: 'Stdin if true, redirects the standard input stream of the pod for this call. Defaults to false.',
    stdout: 'Stdout if true indicates that stdout is to be redirected for the attach call. Defaults to true.',
    tty: 'TTY if true indicates that a tty will be allocated for the attach call. This is passed through the container runtime so the tty is allocated on the worker node by the container runtime. Defaults to false.',
  },
  PodPortForwardOptions: { ports: 'List of ports to forward Required when using WebSockets' },
  PodProxyOptions: { path: 'Path is the URL path to use for the current proxy request to pod.' },
  NodeProxyOptions: { path: 'Path is the URL path to use for the current proxy request to node.' },
  ServiceProxyOptions: {
    path: 'Path is the part of URLs that include service endpoints, suffixes, and parameters to use for the current proxy request to service. For example, the whole request URL is http://localhost/api/v1/namespaces/{system}-system/services/elasticsearch-logging/_search?q=user:kimchy. Path is _search?q=user:kimchy.',
  },
})

/** The description of a parameter of an operation; empty without one. */
export function parameterWords(
  { name, in: place }: Parameter,
  { kind: { kind }, action }: Operation,
  { spell }: Dialect,
): string {
  if (place === 'path' && name === 'name') return `name of the ${kind}`
  const own = place === 'query' ? OPTIONS[kind]?.[name] : undefined
  const words = own ?? EVERYWHERE[name] ?? ''
  return spell(name === 'fieldManager' && action === 'patch' ? words + APPLIED : words)
}
