/**
 * One command line and what it has to print. A text is the whole output, a pattern a part of it. `complains` is for
 * standard error; without `code` the command has to succeed.
 */
export interface Step {
  readonly run: string | readonly string[]
  readonly stdin?: string
  readonly env?: Readonly<Record<string, string>>
  readonly says?: string | RegExp
  readonly complains?: string | RegExp
  readonly code?: number
}

export const shop = (replicas: number) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, labels: { app: web } }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: nginx:1
          ports: [{ containerPort: 80 }]
---
apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data: { colour: blue }
`

/** An editor that replaces one word of the file it is given. */
const EDITOR = { KUBE_EDITOR: 'sed -i s/colour:.*/colour:\\ pink/' }

export const journey: readonly Step[] = [
  { run: 'create namespace shop', says: 'namespace/shop created\n' },
  { run: 'create -f -', stdin: shop(2), says: 'deployment.apps/web created\nconfigmap/settings created\n' },
  {
    run: 'create -f -',
    stdin: shop(2),
    code: 1,
    complains: /Error from server \(AlreadyExists\): .*deployments\.apps "web" already exists/,
  },

  {
    run: 'wait deploy/web --for=jsonpath={.status.updatedReplicas}=2 --timeout=30s',
    says: 'deployment.apps/web condition met\n',
  },
  { run: 'get deployments', says: /^NAME +READY +UP-TO-DATE +AVAILABLE +AGE\nweb +0\/2 +2 +0 +\d+s\n$/ },
  { run: 'get pods -l app=web -o jsonpath={.items[*].status.phase}', says: 'Pending Pending' },
  { run: 'get deploy web -o wide', says: /CONTAINERS +IMAGES +SELECTOR\nweb .* web +nginx:1 +app=web\n$/ },
  {
    run: 'get deploy,cm -o name',
    says: /^deployment\.apps\/web\nconfigmap\/(.*\n)*configmap\/settings\n$|^deployment\.apps\/web\nconfigmap\/settings\n$/,
  },
  { run: 'get cm settings -o jsonpath={.data.colour}', says: 'blue' },
  { run: ['get', 'cm', 'settings', '-o', 'go-template={{.data.colour}}{{"\\n"}}'], says: 'blue\n' },
  { run: 'get cm settings -o custom-columns=N:.metadata.name,C:.data.colour', says: /^N +C\nsettings +blue\n$/ },
  { run: 'get cm settings -o yaml', says: /^apiVersion: v1\ndata:\n {2}colour: blue\nkind: ConfigMap\n/ },
  { run: 'get cm settings -o json', says: /"kind": "ConfigMap"/ },
  { run: 'get deploy -l app=web --show-labels', says: /LABELS\nweb .* app=web\n$/ },
  { run: 'get deploy -l app=none', says: '', complains: 'No resources found in shop namespace.\n' },
  { run: 'get cm --field-selector metadata.name=settings -o name', says: 'configmap/settings\n' },
  { run: 'get cm gone', code: 1, complains: 'Error from server (NotFound): configmaps "gone" not found\n' },
  { run: 'get gizmos', code: 1, complains: 'error: the server doesn\'t have a resource type "gizmos"\n' },
  { run: 'get --raw /api/v1/namespaces/shop', says: /"kind":"Namespace"/ },
  { run: 'get --raw /livez', says: 'ok' },

  { run: 'describe deploy web', says: /^Name: +web\nNamespace: +shop\n(.*\n)*Replicas: +2 desired/ },
  { run: 'describe cm settings', says: /colour:\n----\nblue\n/ },
  { run: 'explain deployment.spec.replicas', says: /FIELD: replicas <integer>\n(.*\n)*.*Number of desired pods/ },
  { run: 'explain cm', says: /^KIND: +ConfigMap\nVERSION: +v1\n/ },
  {
    run: 'api-resources --api-group=apps -o name',
    says: /^controllerrevisions\.apps\ndaemonsets\.apps\ndeployments\.apps\n/,
  },
  { run: 'api-versions', says: /^(.*\n)*apps\/v1\n(.*\n)*v1\n$/ },
  { run: 'cluster-info', says: /control plane.* is running at/ },

  {
    run: 'apply -f -',
    stdin: shop(2),
    says: 'deployment.apps/web configured\nconfigmap/settings configured\n',
    complains: /is missing the kubectl\.kubernetes\.io\/last-applied-configuration annotation/,
  },
  { run: 'apply -f -', stdin: shop(2), says: 'deployment.apps/web unchanged\nconfigmap/settings unchanged\n' },
  { run: 'diff -f -', stdin: shop(3), code: 1, says: /^- {2}replicas: 2\n\+ {2}replicas: 3$/m },
  {
    run: 'apply --dry-run=server -f -',
    stdin: shop(3),
    says: /^deployment\.apps\/web configured \(server dry run\)\n/,
  },
  { run: 'apply -f -', stdin: shop(3), says: 'deployment.apps/web configured\nconfigmap/settings unchanged\n' },
  { run: 'apply --server-side -f -', stdin: shop(3), says: /^deployment\.apps\/web serverside-applied\n/ },
  {
    run: 'apply --server-side --field-manager=other -f -',
    stdin: shop(4),
    code: 1,
    complains: /Apply failed with 1 conflict: conflict with "kubectl".*: \.spec\.replicas/,
  },
  {
    run: 'apply --server-side --field-manager=other --force-conflicts -f -',
    stdin: shop(4),
    says: /web serverside-applied/,
  },
  { run: 'get deploy web -o jsonpath={.spec.replicas}', says: '4' },
  {
    run: 'create -f -',
    stdin: shop(1).replace('replicas', 'replcas').replace('name: web,', 'name: slip,'),
    code: 1,
    complains: /strict decoding error: unknown field "spec\.replcas"/,
  },

  { run: ['patch', 'cm', 'settings', '-p', '{"data":{"size":"1"}}'], says: 'configmap/settings patched\n' },
  {
    run: ['patch', 'cm', 'settings', '--type=merge', '-p', '{"data":{"size":null}}'],
    says: 'configmap/settings patched\n',
  },
  {
    run: ['patch', 'cm', 'settings', '--type=json', '-p', '[{"op":"replace","path":"/data/colour","value":"red"}]'],
    says: 'configmap/settings patched\n',
  },
  { run: 'get cm settings -o jsonpath={.data}', says: '{"colour":"red"}' },
  { run: 'edit cm settings', env: EDITOR, says: 'configmap/settings edited\n' },
  { run: 'get cm settings -o jsonpath={.data.colour}', says: 'pink' },
  { run: 'label cm settings tier=front', says: 'configmap/settings labeled\n' },
  {
    run: 'label cm settings tier=back',
    code: 1,
    complains: /'tier' already has a value \(front\), and --overwrite is false/,
  },
  { run: 'annotate cm settings note=here', says: 'configmap/settings annotated\n' },
  { run: 'replace -f -', stdin: shop(5), says: 'deployment.apps/web replaced\nconfigmap/settings replaced\n' },
  { run: 'scale deploy web --replicas=1', says: 'deployment.apps/web scaled\n' },
  { run: 'scale deploy web --current-replicas=7 --replicas=2', code: 1, complains: /Expected replicas to be 7, was 1/ },
  { run: 'set image deploy/web web=nginx:2', says: 'deployment.apps/web image updated\n' },
  { run: 'get deploy web -o jsonpath={.spec.template.spec.containers[0].image}', says: 'nginx:2' },
  { run: 'expose deploy web --port=80', says: 'service/web exposed\n' },
  { run: 'get svc web -o jsonpath={.spec.selector.app}', says: 'web' },
  { run: 'autoscale deploy web --max=3', says: 'horizontalpodautoscaler.autoscaling/web autoscaled\n' },
  { run: 'run one --image=busybox --restart=Never', says: 'pod/one created\n' },
  { run: 'get pod one', says: /^NAME +READY +STATUS +RESTARTS +AGE\none +0\/1 +Pending +0 +\d+s\n$/ },
  { run: 'wait pod/one --for=jsonpath={.status.phase}=Pending --timeout=10s', says: 'pod/one condition met\n' },
  {
    run: 'wait pod/one --for=condition=Ready --timeout=1s',
    code: 1,
    complains: /timed out waiting for the condition on pods\/one/,
  },
  { run: 'auth can-i create pods', says: 'yes\n' },

  { run: 'delete pod one', says: /^pod "one" deleted/ },
  {
    run: 'delete cm settings --dry-run=server',
    says: /^configmap "settings" deleted .*\(server dry run\)|^configmap "settings" deleted \(server dry run\)/,
  },
  {
    run: 'delete deploy,svc,hpa web',
    says: /^deployment\.apps "web" deleted(.*)\nservice "web" deleted(.*)\nhorizontalpodautoscaler\.autoscaling "web" deleted/,
  },
  { run: 'delete deploy web', code: 1, complains: 'Error from server (NotFound): deployments.apps "web" not found\n' },
  { run: 'create namespace passing', says: 'namespace/passing created\n' },
  { run: 'create deployment short -n passing --image=nginx', says: 'deployment.apps/short created\n' },
  // The client waits until the namespace is gone, and all that is in it.
  { run: 'delete namespace passing --timeout=60s', says: /^namespace "passing" deleted/ },
  { run: 'get deploy,rs,pods -n passing', says: '', complains: 'No resources found in passing namespace.\n' },
]
