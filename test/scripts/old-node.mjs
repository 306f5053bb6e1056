// Preload this to make a process believe that it runs on Node 18; its children do not inherit that.
Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.8" } });
