import subprocess
import kubernetes

# npx would not pass the signal of terminate() on to the server.
program = "node_modules/.bin/tabplane"
server = subprocess.Popen([program, "serve", "--dialect", "k8s", "--port", "0"], stdout=subprocess.PIPE, text=True)
try:
    url = server.stdout.readline().split()[-1]
    client = kubernetes.client.ApiClient(kubernetes.client.Configuration(host=url))
    core = kubernetes.client.CoreV1Api(client)
    core.create_namespace({"metadata": {"name": "shop"}})
    print([namespace.metadata.name for namespace in core.list_namespace().items])
finally:
    server.terminate()
