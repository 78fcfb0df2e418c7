/**
 * One command line and the output that it must print. A text is the whole output, a pattern a part of it. Without
 * `stderr`, standard error is empty; without `code`, the exit code is 0.
 */
export interface Step {
  readonly run: string | readonly string[]
  readonly stdin?: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdout?: string | RegExp
  readonly stderr?: string | RegExp
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

/** An editor that replaces the value of `colour` in the edited file. */
const EDITOR = { KUBE_EDITOR: 'sed -i s/colour:.*/colour:\\ pink/' }

export const journey: readonly Step[] = [
  { run: 'create namespace shop', stdout: 'namespace/shop created\n' },
  { run: 'create -f -', stdin: shop(2), stdout: 'deployment.apps/web created\nconfigmap/settings created\n' },
  {
    run: 'create -f -',
    stdin: shop(2),
    code: 1,
    stderr: /Error from server \(AlreadyExists\): .*deployments\.apps "web" already exists/,
  },

  {
    run: 'wait deploy/web --for=jsonpath={.status.updatedReplicas}=2 --timeout=30s',
    stdout: 'deployment.apps/web condition met\n',
  },
  { run: 'get deployments', stdout: /^NAME +READY +UP-TO-DATE +AVAILABLE +AGE\nweb +0\/2 +2 +0 +\d+s\n$/ },
  { run: 'get pods -l app=web -o jsonpath={.items[*].status.phase}', stdout: 'Pending Pending' },
  { run: 'get deploy web -o wide', stdout: /CONTAINERS +IMAGES +SELECTOR\nweb .* web +nginx:1 +app=web\n$/ },
  {
    run: 'get deploy,cm -o name',
    stdout: /^deployment\.apps\/web\n(configmap\/.*\n)*configmap\/settings\n$/,
  },
  { run: 'get cm settings -o jsonpath={.data.colour}', stdout: 'blue' },
  { run: ['get', 'cm', 'settings', '-o', 'go-template={{.data.colour}}{{"\\n"}}'], stdout: 'blue\n' },
  { run: 'get cm settings -o custom-columns=N:.metadata.name,C:.data.colour', stdout: /^N +C\nsettings +blue\n$/ },
  { run: 'get cm settings -o yaml', stdout: /^apiVersion: v1\ndata:\n {2}colour: blue\nkind: ConfigMap\n/ },
  { run: 'get cm settings -o json', stdout: /"kind": "ConfigMap"/ },
  { run: 'get deploy -l app=web --show-labels', stdout: /LABELS\nweb .* app=web\n$/ },
  { run: 'get deploy -l app=none', stdout: '', stderr: 'No resources found in shop namespace.\n' },
  { run: 'get cm --field-selector metadata.name=settings -o name', stdout: 'configmap/settings\n' },
  { run: 'get cm gone', code: 1, stderr: 'Error from server (NotFound): configmaps "gone" not found\n' },
  { run: 'get gizmos', code: 1, stderr: 'error: the server doesn\'t have a resource type "gizmos"\n' },
  { run: 'get --raw /api/v1/namespaces/shop', stdout: /"kind":"Namespace"/ },
  { run: 'get --raw /livez', stdout: 'ok' },

  { run: 'describe deploy web', stdout: /^Name: +web\nNamespace: +shop\n(.*\n)*Replicas: +2 desired/ },
  { run: 'describe cm settings', stdout: /colour:\n----\nblue\n/ },
  { run: 'explain deployment.spec.replicas', stdout: /FIELD: replicas <integer>\n(.*\n)*.*Number of desired pods/ },
  { run: 'explain cm', stdout: /^KIND: +ConfigMap\nVERSION: +v1\n/ },
  {
    run: 'api-resources --api-group=apps -o name',
    stdout: /^controllerrevisions\.apps\ndaemonsets\.apps\ndeployments\.apps\n/,
  },
  { run: 'api-versions', stdout: /^(.*\n)*apps\/v1\n(.*\n)*v1\n$/ },
  { run: 'cluster-info', stdout: /control plane.* is running at/ },

  {
    run: 'apply -f -',
    stdin: shop(2),
    stdout: 'deployment.apps/web configured\nconfigmap/settings configured\n',
    stderr: /is missing the kubectl\.kubernetes\.io\/last-applied-configuration annotation/,
  },
  { run: 'apply -f -', stdin: shop(2), stdout: 'deployment.apps/web unchanged\nconfigmap/settings unchanged\n' },
  { run: 'diff -f -', stdin: shop(3), code: 1, stdout: /^- {2}replicas: 2\n\+ {2}replicas: 3$/m },
  {
    run: 'apply --dry-run=server -f -',
    stdin: shop(3),
    stdout: /^deployment\.apps\/web configured \(server dry run\)\n/,
  },
  { run: 'apply -f -', stdin: shop(3), stdout: 'deployment.apps/web configured\nconfigmap/settings unchanged\n' },
  { run: 'apply --server-side -f -', stdin: shop(3), stdout: /^deployment\.apps\/web serverside-applied\n/ },
  {
    run: 'apply --server-side --field-manager=other -f -',
    stdin: shop(4),
    code: 1,
    stderr: /Apply failed with 1 conflict: conflict with "kubectl".*: \.spec\.replicas/,
  },
  {
    run: 'apply --server-side --field-manager=other --force-conflicts -f -',
    stdin: shop(4),
    stdout: /web serverside-applied/,
  },
  { run: 'get deploy web -o jsonpath={.spec.replicas}', stdout: '4' },
  {
    run: 'create -f -',
    stdin: shop(1).replace('replicas', 'replcas').replace('name: web,', 'name: slip,'),
    code: 1,
    stderr: /strict decoding error: unknown field "spec\.replcas"/,
  },

  { run: ['patch', 'cm', 'settings', '-p', '{"data":{"size":"1"}}'], stdout: 'configmap/settings patched\n' },
  {
    run: ['patch', 'cm', 'settings', '--type=merge', '-p', '{"data":{"size":null}}'],
    stdout: 'configmap/settings patched\n',
  },
  {
    run: ['patch', 'cm', 'settings', '--type=json', '-p', '[{"op":"replace","path":"/data/colour","value":"red"}]'],
    stdout: 'configmap/settings patched\n',
  },
  { run: 'get cm settings -o jsonpath={.data}', stdout: '{"colour":"red"}' },
  { run: 'edit cm settings', env: EDITOR, stdout: 'configmap/settings edited\n' },
  { run: 'get cm settings -o jsonpath={.data.colour}', stdout: 'pink' },
  { run: 'label cm settings tier=front', stdout: 'configmap/settings labeled\n' },
  {
    run: 'label cm settings tier=back',
    code: 1,
    stderr: /'tier' already has a value \(front\), and --overwrite is false/,
  },
  { run: 'annotate cm settings note=here', stdout: 'configmap/settings annotated\n' },
  { run: 'replace -f -', stdin: shop(5), stdout: 'deployment.apps/web replaced\nconfigmap/settings replaced\n' },
  { run: 'scale deploy web --replicas=1', stdout: 'deployment.apps/web scaled\n' },
  { run: 'scale deploy web --current-replicas=7 --replicas=2', code: 1, stderr: /Expected replicas to be 7, was 1/ },
  { run: 'set image deploy/web web=nginx:2', stdout: 'deployment.apps/web image updated\n' },
  { run: 'get deploy web -o jsonpath={.spec.template.spec.containers[0].image}', stdout: 'nginx:2' },
  { run: 'expose deploy web --port=80', stdout: 'service/web exposed\n' },
  { run: 'get svc web -o jsonpath={.spec.selector.app}', stdout: 'web' },
  { run: 'autoscale deploy web --max=3', stdout: 'horizontalpodautoscaler.autoscaling/web autoscaled\n' },
  { run: 'run one --image=busybox --restart=Never', stdout: 'pod/one created\n' },
  { run: 'get pod one', stdout: /^NAME +READY +STATUS +RESTARTS +AGE\none +0\/1 +Pending +0 +\d+s\n$/ },
  { run: 'wait pod/one --for=jsonpath={.status.phase}=Pending --timeout=10s', stdout: 'pod/one condition met\n' },
  {
    run: 'wait pod/one --for=condition=Ready --timeout=1s',
    code: 1,
    stderr: /timed out waiting for the condition on pods\/one/,
  },
  { run: 'auth can-i create pods', stdout: 'yes\n' },

  { run: 'delete pod one', stdout: /^pod "one" deleted/ },
  {
    run: 'delete cm settings --dry-run=server',
    stdout: /^configmap "settings" deleted .*\(server dry run\)/,
  },
  {
    run: 'delete deploy,svc,hpa web',
    stdout:
      /^deployment\.apps "web" deleted(.*)\nservice "web" deleted(.*)\nhorizontalpodautoscaler\.autoscaling "web" deleted/,
  },
  { run: 'delete deploy web', code: 1, stderr: 'Error from server (NotFound): deployments.apps "web" not found\n' },
  { run: 'create namespace passing', stdout: 'namespace/passing created\n' },
  { run: 'create deployment short -n passing --image=nginx', stdout: 'deployment.apps/short created\n' },
  // The client waits until the namespace and its objects are gone.
  { run: 'delete namespace passing --timeout=60s', stdout: /^namespace "passing" deleted/ },
  { run: 'get deploy,rs,pods -n passing', stdout: '', stderr: 'No resources found in passing namespace.\n' },
]
