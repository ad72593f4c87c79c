import type { Argument, Expr, FunctionNode, Program, Stmt } from '../../languages/code/ir.ts';
import type { Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import type { ShellSession } from '../shell/terminal.ts';
import { concat, isNamedSecret, isOfSecrets, mergeTaints, taintAt, type Value } from '../value.ts';
import { accountOf, handedOn, isConstructor } from './account.ts';
import { recordCall } from './call.record.ts';
import { CallMemory } from './call-memory.ts';
import type { CallSite } from './call-site.ts';
import { OwnClasses } from './classes.ts';
import type { CodeModule } from './code-module.ts';
import { type CodeValue, either, NOTHING, printedLine, refersTo, withTaints } from './code-value.ts';
import { Continuations } from './continuations.ts';
import { INTERPRET_LIMITS, isSpread } from './evaluate.ts';
import { CONSTRUCTORS, collectFunctions, INTO_FIRST, WHOLE, wordsFor } from './functions.ts';
import { callHandedOver, reachedByName } from './hand-over.ts';
import { CALLS, METHODS, writeInto } from './models.ts';
import { exportsOf, importedUnit, loadedByCall, moduleName } from './modules.ts';
import { bindWords, redirected } from './redirect.ts';
import { HEADER_CALLS, holdsObject, READERS, type Scope, TAKES_IN, TEXT_READER, withSurroundings } from './scopes.ts';
import { parsedJson, readSections } from './settings.calls.ts';
import { Runner } from './statements.ts';
import { PRINTERS } from './well-known.ts';

/** Walks a program without running it: folds constants, follows data, records what calls would do. */
export function interpretProgram(program: Program, unit: Unit, analysis: Analysis): Value {
  if (program.isTruncated) analysis.recorder.limit('parsed code', unit.file);
  const interpreter = interpreterOf(program, unit, analysis);
  interpreter.runAll();
  return interpreter.output();
}

/** Reuses the interpreter of a file that was imported before the file itself is analysed. */
function interpreterOf(program: Program, unit: Unit, analysis: Analysis): CodeInterpreter {
  const known = analysis.modules.get(unit.file);
  return known instanceof CodeInterpreter && known.program === program
    ? known
    : new CodeInterpreter(program, unit, analysis);
}

/** The interpreter of the file that defines a function. A function always sees the names of its own file. */
const HOMES = new WeakMap<FunctionNode, CodeInterpreter>();

/** The expression of an argument. */
const wordAt = ({ expr }: CallSite, at: number): Expr | undefined =>
  expr.kind === 'call' ? expr.args[at]?.value : undefined;

class CodeInterpreter extends Runner implements CodeModule {
  readonly program: Program;
  private readonly session: ShellSession;
  protected readonly functions: ReadonlyMap<string, FunctionNode>;
  private readonly called = new Set<FunctionNode>();
  /** Functions without a name. Any holder of one may call it. */
  private readonly made = new Set<FunctionNode>();
  private readonly constructors: ReadonlyMap<string, FunctionNode>;
  private readonly classes: ReadonlySet<string>;
  private readonly methods: ReadonlySet<FunctionNode>;
  private readonly memory = new CallMemory();
  private readonly promises = new Continuations();
  private readonly imported = new Set<CodeModule>();
  private readonly surroundings = new Map<FunctionNode, readonly (readonly Scope[])[]>();
  private hasRun = false;
  private callDepth = 0;
  private readonly printed: CodeValue[] = [];
  protected readonly isClosed: boolean;

  constructor(program: Program, unit: Unit, analysis: Analysis) {
    super(unit, analysis);
    this.session = analysis.sessionOf(unit);
    this.isClosed = unit.lang !== 'python';
    const { byName, constructors, classes, methods } = collectFunctions(program.body);
    this.classes = classes;
    this.methods = methods;
    this.program = program;
    this.scopes.classes = new OwnClasses(program.body, unit.span.view.text.slice(unit.span.start, unit.span.end));
    this.functions = byName;
    this.constructors = constructors;
    for (const fn of [...byName.values(), ...constructors.values()]) HOMES.set(fn, this);
  }

  /** Runs the program once, either for its own analysis or for its first import. */
  private runBody(): void {
    if (this.hasRun) return;
    this.hasRun = true;
    this.run(this.program.body);
  }

  functionOf(name: string): FunctionNode | undefined {
    return this.functions.get(name);
  }

  exported(): CodeValue {
    this.runBody();
    return exportsOf(this.functions, this.constructors, this.scopes.all(), this.scopes.field('exports'));
  }

  invoke(fn: FunctionNode, args: readonly CodeValue[], depth: number): CodeValue {
    const before = this.callDepth;
    this.callDepth = Math.max(before, depth);
    const value = this.callFunction(fn, args);
    this.callDepth = before;
    return value;
  }

  protected invokeOwn(fn: FunctionNode, args: readonly CodeValue[]): CodeValue {
    return this.callFunction(fn, args);
  }

  protected meet(fn: FunctionNode): void {
    this.made.add(fn);
    HOMES.set(fn, this);
    this.surround(fn);
  }

  /** A nested function keeps its enclosing scopes after the outer function returns. */
  protected surround(fn: FunctionNode): void {
    const around = this.scopes.around();
    if (around.length === 0) return;
    this.surroundings.set(fn, withSurroundings(this.surroundings.get(fn) ?? [], around));
  }

  runAll(): void {
    this.runBody();
    for (const fn of [...this.functions.values(), ...this.made]) {
      if (!this.called.has(fn))
        this.callFunction(
          fn,
          fn.params.map((name, index) => (this.isObject(fn, index) ? refersTo('self') : this.parameter(name, fn))),
        );
    }
  }

  protected isClass(name: string): boolean {
    return this.classes.has(name);
  }

  output(): Value {
    return this.printed.length === 0 ? NOTHING : concat(this.printed);
  }

  /** Whether a parameter is the receiver of a method. It is the first parameter, in Python under any name. */
  private isObject(fn: FunctionNode, index: number): boolean {
    if (index !== 0) return false;
    return /^(?:self|cls|this)$/.test(fn.params[0] ?? '') || (!this.isClosed && this.methods.has(fn));
  }

  /** Adds the receiver when another function calls a method. */
  private withObject(fn: FunctionNode, words: readonly CodeValue[]): readonly CodeValue[] {
    return this.isObject(fn, 0) && words[0]?.ref !== 'self' ? [refersTo('self'), ...words] : words;
  }

  private parameter(name: string, fn: FunctionNode): CodeValue {
    return withTaints([taintAt('parameter', name, this.span(fn.start, fn.start))]);
  }

  protected importModule(stmt: Extract<Stmt, { kind: 'import' }>): void {
    const module = moduleName(stmt.module);
    this.analysis.recorder.add('import', { module }, this.unit, this.span(stmt.start, stmt.end));
    if (this.importOwn(stmt)) return;
    if (stmt.as !== '')
      this.scopes.define(
        stmt.as,
        refersTo(stmt.names.length === 0 && stmt.as === module.split('.')[0] ? stmt.as : module),
      );
    for (const { name, as } of stmt.names)
      this.scopes.define(as, refersTo(name === 'default' ? module : moduleName(`${module}.${name}`)));
  }

  /** Imports a file of the bundle with the values of its names; returns `false` for any other module. */
  private importOwn({ module, names, as }: Extract<Stmt, { kind: 'import' }>): boolean {
    const whole = this.loadModule(module);
    if (as !== '' && whole !== undefined)
      this.scopes.define(as, { ...whole, ref: as, fn: whole.entries?.get('default')?.fn ?? whole.fn });
    let isKnown = whole !== undefined;
    for (const { name, as: own } of names) {
      if (name === '*') for (const [each, value] of whole?.entries ?? []) this.scopes.define(each, value);
      const value = whole?.entries?.get(name) ?? this.loadModule(`${module.replace(/\.$/, '')}.${name}`);
      if (value === undefined) continue;
      isKnown = true;
      this.scopes.define(own, value);
    }
    return isKnown;
  }

  private loadModule(name: string): CodeValue | undefined {
    const data = /^\.{1,2}\/.*\.json$/.test(name) ? this.analysis.findFile(name, this.unit.file) : undefined;
    if (data !== undefined)
      return parsedJson(data.text, () => this.analysis.recorder.limit('depth of settings', this.unit.file));
    const unit = importedUnit(name, this.unit, this.analysis);
    const program = unit === undefined ? undefined : this.analysis.programOf(unit);
    if (unit !== undefined)
      this.analysis.noteRun({ path: unit.file, language: unit.lang, unit: this.unit, at: this.unit.span });
    if (unit === undefined || program === undefined) return undefined;
    const known = this.analysis.modules.get(unit.file);
    const module = known ?? new CodeInterpreter(program, unit, this.analysis);
    this.analysis.modules.set(unit.file, module);
    this.imported.add(module);
    return module.exported();
  }

  protected call(expr: Extract<Expr, { kind: 'call' }>): CodeValue {
    // The receiver is evaluated once. Twice would double the work with every link of a call chain.
    const on = expr.callee.kind === 'member' ? this.eval(expr.callee.on) : NOTHING;
    const found = expr.callee.kind === 'member' ? this.memberOf(on, expr.callee, true) : this.eval(expr.callee);
    const given = this.arguments(expr.args);
    const { named } = given;
    const word = expr.callee.kind === 'member' ? expr.callee.name : '';
    const { callee, receiver, args } = redirected(
      { callee: found, receiver: on, args: given.args },
      this.isClosed ? word : '',
    );
    const name = callee.ref ?? '';
    const method = callee === found && word !== '' ? word : (name.split('.').at(-1) ?? name);
    const site: CallSite = {
      callee: name !== '' ? name : expr.callee.kind === 'member' ? `.${method}` : method,
      method,
      receiver,
      args,
      named,
      span: this.span(expr.start, expr.end),
      unit: this.unit,
      analysis: this.analysis,
      session: this.session,
      call: (fn, words) => this.callFunction(fn, wordsFor(fn, this.withObject(fn, words))),
      member: (value, field) =>
        this.memberOf(value, { kind: 'member', on: expr, name: field, start: expr.start, end: expr.end }),
      expr,
    };
    const bound = bindWords(site.callee, method, receiver, args) ?? this.carried(site, expr);
    if (bound !== undefined) return bound;
    const loaded = loadedByCall(site.callee, args);
    const module = loaded === undefined ? undefined : this.loadModule(loaded);
    if (module !== undefined) return { ...module, ref: loaded ?? null };
    // Output of a single loop turn does not count: a program that prints matches loops over its list of search terms.
    if (PRINTERS.has(site.callee) && !this.isInTurn()) this.printed.push(...printedLine(args));
    const isTopLevel = this.callDepth === 0 && this.blockDepth === 0;
    if (name !== '' || expr.callee.kind === 'member') recordCall(site, isTopLevel);
    if (expr.callee.kind === 'member' && TAKES_IN.has(method) && receiver.file === null)
      this.addContent(expr.callee.on, args);
    if (expr.callee.kind === 'member' && expr.callee.on.kind === 'name' && HEADER_CALLS.test(method))
      this.scopes.addHeader(expr.callee.on.name, args);
    if (receiver.ref === '<xhr>' && method === 'open' && expr.callee.kind === 'member')
      this.assign(expr.callee.on, { ...receiver, ref: '<socket>', text: args[1]?.text ?? null });
    if (expr.callee.kind === 'member' && READERS.test(`${receiver.ref}.${method}`))
      this.readInto(expr.callee.on, (TEXT_READER.test(method) ? args[0] : CALLS.get('open')?.(site)) ?? NOTHING);
    return (
      this.model(site, callee) ??
      this.userFunction(site, callee) ??
      reachedByName(site) ??
      accountOf(site) ??
      this.unknownCall(site)
    );
  }

  /** Calls that only move a value from one place to another; `undefined` for any other call. */
  private carried(site: CallSite, { args: words }: Extract<Expr, { kind: 'call' }>): CodeValue | undefined {
    const [first, second, third] = site.args;
    if (this.promises.settle(site.callee, site.args)) return NOTHING;
    if (site.callee === 'Promise' && first?.fn != null) {
      const settle = this.promises.open();
      this.callFunction(first.fn, [settle]);
      return this.promises.valueOf(settle);
    }
    const target = words[0]?.value;
    if (site.callee === 'setattr' && target?.kind === 'name' && first !== undefined && third !== undefined) {
      this.mutate(target.name, first, second?.text ?? '', third);
      return NOTHING;
    }
    const file = words.find(({ name }) => name === 'file')?.value;
    if (site.callee === 'print' && file !== undefined) {
      this.addContent(file, site.args);
      writeInto(site, site.named.get('file') ?? NOTHING);
    }
    if (first?.ref === 'self' && WHOLE.test(site.method)) {
      const own = this.asText(first);
      if (own !== first) return own;
    }
    const told = /(?:^|\.)Worker$/.test(site.callee) ? second?.entries?.get('workerData') : undefined;
    if (told !== undefined) this.scopes.redefine('workerData', told);
    if (target !== undefined && INTO_FIRST.test(site.callee)) this.addContent(target, site.args.slice(1));
    const called = site.callee === 'self' ? this.functions.get('__call__') : undefined;
    return called === undefined ? undefined : this.callFunction(called, [refersTo('self'), ...site.args]);
  }

  /** Adds the settings that an object reads to its content, by name when the file is known. */
  private readInto(target: Expr, content: CodeValue): void {
    this.addContent(target, [content]);
    const entries = readSections(content);
    const on = target.kind === 'name' ? this.scopes.lookup(target.name) : undefined;
    if (entries !== null && on !== undefined && target.kind === 'name')
      this.scopes.redefine(target.name, { ...on, entries });
  }

  private arguments(given: readonly Argument[]): { args: CodeValue[]; named: Map<string, CodeValue> } {
    const args: CodeValue[] = [];
    const named = new Map<string, CodeValue>();
    for (const { name, value } of given) {
      const evaluated = this.eval(value);
      if (name === null && isSpread(value) && evaluated.items !== null) args.push(...evaluated.items);
      else if (name === null) args.push(evaluated);
      else if (name !== 'env') named.set(name, evaluated);
    }
    return { args, named };
  }

  private model(site: CallSite, callee: CodeValue): CodeValue | undefined {
    if (callee.fn !== null) return undefined;
    const exact = CALLS.get(site.callee) ?? CALLS.get(site.callee.split('.').slice(-2).join('.'));
    const isPlainName = !site.callee.includes('.');
    const result = exact === undefined || (isPlainName && this.functions.has(site.callee)) ? undefined : exact(site);
    if (result !== undefined) return result;
    if (site.expr.kind === 'call' && site.expr.callee.kind !== 'member') return undefined;
    if (this.functions.has(site.method) && (site.receiver.ref === 'self' || site.receiver.ref === 'this'))
      return undefined;
    for (const table of METHODS) {
      const value = table.get(site.method)?.(site);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  private userFunction(site: CallSite, callee: CodeValue): CodeValue | undefined {
    const made = this.constructors.get(site.callee) ?? this.constructors.get(site.callee.replace(/\.new$/, ''));
    const fn = callee.fn ?? made ?? this.functions.get(site.method) ?? this.functions.get(site.callee);
    if (this.scopes.classes.areTold && [...site.args, ...site.named.values()].some(holdsObject))
      this.scopes.classes.noteFed(fn ?? site.callee.replace(/\.new$/, ''));
    if (fn === undefined || fn === null) {
      if (this.classes.has(site.callee.replace(/\.new$/, '')))
        return { ...refersTo('self'), taints: mergeTaints(site.args.map(({ taints }) => taints)) };
      return this.importedMethod(site);
    }
    const value = this.callOwn(fn, site);
    const others = (callee.fns ?? []).filter((one) => one !== fn);
    if (others.length > 0) return either([value, ...others.map((one) => this.callAgain(one, site))]);
    return fn === made || CONSTRUCTORS.test(fn.name) ? refersTo('self') : value;
  }

  /** Calls the next of several functions. The arguments are evaluated again, because an earlier function may extend them. */
  private callAgain(fn: FunctionNode, site: CallSite): CodeValue {
    return this.callOwn(fn, { ...site, ...(site.expr.kind === 'call' ? this.arguments(site.expr.args) : {}) });
  }

  private callOwn(fn: FunctionNode, site: CallSite): CodeValue {
    const own = this.isObject(fn, 0) ? [refersTo('self')] : [];
    const values = [...own, ...site.args];
    const byPlace = wordsFor(fn, values);
    const byName = fn.params.map((name, index) => site.named.get(name) ?? byPlace[index] ?? NOTHING);
    const before = this.scopes.growth;
    const value = this.callFunction(fn, byName);
    if (this.scopes.growth !== before) this.giveBack(fn, site, own.length);
    return value;
  }

  /** A method of an object whose class is defined in another file. */
  private importedMethod(site: CallSite): CodeValue | undefined {
    if (site.expr.kind !== 'call' || site.expr.callee.kind !== 'member') return undefined;
    for (const module of this.imported) {
      const fn = module.functionOf(site.method);
      if (fn === undefined) continue;
      const own = /^(?:self|cls|this)$/.test(fn.params[0] ?? '') ? [refersTo('self')] : [];
      return module.invoke(fn, [...own, ...site.args], this.callDepth);
    }
    return undefined;
  }

  private callFunction(fn: FunctionNode, args: readonly CodeValue[]): CodeValue {
    const home = HOMES.get(fn);
    if (home !== undefined && home !== this) return home.invoke(fn, args, this.callDepth);
    if (this.isTooDeep(fn, args)) return withTaints(mergeTaints(args.map(({ taints }) => taints)));
    const { key, value: before } = this.memory.recall(fn, args, this.scopes.changes);
    if (before !== undefined) return before;
    this.called.add(fn);
    this.callDepth += 1;
    const value = this.memory.during(fn, args, () =>
      either((this.surroundings.get(fn) ?? [[]]).map((around) => this.enterFunction(fn, args, around))),
    );
    this.callDepth -= 1;
    this.memory.keep(fn, key, value);
    return value;
  }

  /**
   * Whether a call is too deep to follow. Calls with a secret are followed deepest, and their depth limit is reported. Calls with a
   * named secret are followed further only while less than half of the steps are spent.
   */
  private isTooDeep(fn: FunctionNode, args: readonly CodeValue[]): boolean {
    if (this.callDepth < INTERPRET_LIMITS.callDepthMax) return false;
    const isKey = args.some(isOfSecrets);
    const isNamed = !isKey && this.callDepth < INTERPRET_LIMITS.namedDepthMax && !this.isHalfSpent();
    if (!(isKey || (isNamed && args.some(isNamedSecret))) || this.memory.isGoingOn(fn, args)) return true;
    if (this.callDepth < INTERPRET_LIMITS.secretDepthMax) return false;
    this.analysis.recorder.limit('depth of calls', this.unit.file);
    return true;
  }

  private enterFunction(fn: FunctionNode, args: readonly CodeValue[], around: readonly Scope[]): CodeValue {
    this.scopes.enter(fn.params, args, around);
    const value = this.run(fn.body) ?? NOTHING;
    this.grown.set(fn, this.scopes.leave());
    return value;
  }

  /** The argument that an unknown function passes to a callback. */
  private handedTo(fn: FunctionNode, index: number, { method, receiver }: CallSite): CodeValue {
    if (this.isObject(fn, index)) return refersTo('self');
    return method === 'then' ? receiver : withTaints(receiver.taints);
  }

  /** Follows the callbacks of an unknown call. Its result carries the taints of all inputs. */
  private unknownCall(site: CallSite): CodeValue {
    const promised = callHandedOver(site);
    if (promised !== undefined) return promised;
    const given = [site.receiver, ...site.args, ...site.named.values()];
    const taints = mergeTaints(given.map((value) => handedOn(site, value)));
    const whole = WHOLE.test(site.method) ? site.args.findIndex(({ ref }) => ref === 'self') : -1;
    for (const { fn } of [...site.args, ...site.named.values()]) {
      if (fn !== null && !this.called.has(fn))
        this.callFunction(
          fn,
          fn.params.map((_name, index) => this.handedTo(fn, index, site)),
        );
    }
    const isDecoded = site.receiver.isDecoded || site.args.some((value) => value.isDecoded && value.text === null);
    return {
      ...withTaints(mergeTaints([taints, ...(whole === -1 ? [] : [this.scopes.fieldTaints(wordAt(site, whole))])])),
      ref: isConstructor(site) || site.receiver.ref !== null ? `${site.callee}()` : null,
      isDecoded,
    };
  }
}
