"""The requests of the Python client in python.test.ts, which checks each printed line."""

import json

from kubernetes import client, config, watch

config.load_kube_config()
core = client.CoreV1Api()
place = {"namespace": "default"}
body = client.V1ConfigMap(metadata=client.V1ObjectMeta(name="settings"), data={"colour": "blue"})

start = core.list_namespaced_config_map(**place).metadata.resource_version
made = core.create_namespaced_config_map(body=body, **place)
print("created", made.data["colour"])
patched = core.patch_namespaced_config_map("settings", body={"data": {"colour": "red"}}, **place)
print("patched", patched.data["colour"])
named = {"field_selector": "metadata.name=settings", **place}
print("listed", core.list_namespaced_config_map(**named).items[0].metadata.name)
core.delete_namespaced_config_map("settings", **place)
events = watch.Watch()
for event in events.stream(core.list_namespaced_config_map, resource_version=start, **named):
    print("watched", event["type"], event["object"].metadata.name)
    if event["type"] == "DELETED":
        events.stop()
try:
    core.read_namespaced_config_map("settings", **place)
except client.ApiException as error:
    print("missing", error.status, json.loads(error.body)["reason"])
