using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    # The servers that the client's half asks are on this machine.
    (name = "internet", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:PORT", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01",
  durableObjectNamespaces = [(className = "Endpoint", uniqueKey = "endpoint")],
  durableObjectStorage = (inMemory = void),
  bindings = [(name = "ENDPOINT", durableObjectNamespace = "Endpoint")],
);
