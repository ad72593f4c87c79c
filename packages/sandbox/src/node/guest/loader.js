// require(), the bridge to ES modules, and the unit's own start.
(() => {
  const assay = __assay;
  const { host, builtin, standIn } = assay;
  const cache = Object.create(null);
  const dirname = (path) => String(path).replace(/\/[^/]*$/, '') || '/';
  const compile = globalThis.Function;

  const load = (path) => {
    if (cache[path]) return cache[path].exports;
    const module = { exports: {}, filename: path, id: path, loaded: false };
    cache[path] = module;
    const source = host('source', path);
    if (path.endsWith('.json')) module.exports = JSON.parse(source);
    else runModule(module, source, path);
    return module.exports;
  };
  const requireFrom = (folder) => {
    const require = (name) => {
      const known = builtin(String(name));
      if (known !== undefined) return known;
      const path = host('locate', String(name), folder);
      if (path !== null) return load(path);
      host('missingPackage', String(name));
      return standIn(String(name));
    };
    return Object.assign(require, { resolve: (name) => name, cache, main: assay.main, extensions: {} });
  };
  const runModule = (module, source, path) => {
    const wrapped = compile('exports', 'require', 'module', '__filename', '__dirname', source.replace(/^#!/, '//'));
    wrapped.call(module.exports, module.exports, requireFrom(dirname(path)), module, path, dirname(path));
  };

  assay.main = { exports: {}, filename: undefined, id: '.' };
  assay.runMain = (source, path) => {
    assay.main.filename = path;
    globalThis.module = assay.main;
    globalThis.require = requireFrom(dirname(path));
    runModule(assay.main, source, path);
    assay.exported = assay.main.exports;
  };
  // With top-level await, an ES module returns a promise for its namespace.
  assay.keepExports = (namespace) => {
    Promise.resolve(namespace).then(
      (names) => {
        assay.exported = { ...names };
      },
      () => undefined,
    );
  };
  // The names that an ES module can import from a package.
  assay.namesOf = (name) => {
    const value = builtin(name);
    return value === undefined
      ? null
      : Object.keys(value).filter((key) => /^[A-Za-z_$][\w$]*$/.test(key) && key !== 'default');
  };
  assay.get = (name) => builtin(name) ?? standIn(name);
  // A library does nothing until it is called, so each exported function is called once.
  assay.callExports = (exported) => {
    const values = typeof exported === 'function' ? [exported] : Object.values(exported ?? {});
    for (const value of values.filter((one) => typeof one === 'function').slice(0, 12)) {
      try {
        const result = value(standIn('argument'), standIn('argument'));
        if (typeof result?.catch === 'function') result.catch(() => undefined);
      } catch {
        // Invented arguments often do not fit. The calls before the failure are recorded.
      }
    }
  };
  assay.define('module', () => ({
    createRequire: (from) => requireFrom(dirname(String(from).replace(/^file:\/\//, ''))),
    builtinModules: [],
  }));
})();
