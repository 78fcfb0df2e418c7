import type { SavedDocument } from '../contracts/documents.ts'

/** The first example of a visitor: short, and valid in both dialects. The text is a template for `Dialect.spell`. */
export const exampleFile: SavedDocument = {
  name: 'shop.yaml',
  text: `# A namespace, a deployment and the service in front of it.
# Apply it, then look at the map, or run in the terminal: {cli} get deploy -n shop
apiVersion: v1
kind: Namespace
metadata:
  name: shop
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  labels:
    app: web
spec:
  replicas: 2
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: nginx:1.27
          ports:
            - containerPort: 80
---
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
spec:
  selector:
    app: web
  ports:
    - port: 80
`,
}
