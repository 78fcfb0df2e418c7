/**
 * `tabplane/cel`: the expressions of validation rules and admission policies, with the libraries and the costs of
 * Kubernetes 1.30.
 *
 * @module tabplane/cel
 */
/** A type of the language. A struct type contains its fields, so the checker needs no type provider. */
interface Type {
    readonly kind: TypeKind;
    /** The name as `type(x)` shows it: `int`, `list`, `google.protobuf.Timestamp`, or the name of a struct or of a parameter. */
    readonly name: string;
    readonly parameters: readonly Type[];
    /** The declared fields of a struct. */
    readonly fields?: ReadonlyMap<string, Type>;
    /** Whether this is the type of a wrapper message, whose value may be null. */
    readonly isWrapper?: boolean;
}
type TypeKind = 'dyn' | 'error' | 'null' | 'bool' | 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'timestamp' | 'duration' | 'list' | 'map' | 'struct' | 'opaque' | 'type' | 'parameter';
declare const DYN: Type;
declare const BOOL: Type;
declare const INT: Type;
declare const UINT: Type;
declare const DOUBLE: Type;
declare const STRING: Type;
declare const BYTES: Type;
declare const TIMESTAMP: Type;
declare const DURATION: Type;
declare const listOf: (items: Type) => Type;
declare const mapOf: (keys: Type, values: Type) => Type;
declare const optionalOf: (value: Type) => Type;
declare const struct: (name: string, fields: ReadonlyMap<string, Type>) => Type;

/**
 * A value of the language. An `int` is a `number`, or a `bigint` beyond 2^53, so each int has one form. `uint` and `double` are
 * boxed, because they are rare and need their type at run time. Objects of classes are immutable.
 */
type Value = null | boolean | number | bigint | string | Uint8Array | Uint | Double | Timestamp | Duration | List | Dict | Optional | TypeValue | Opaque;
declare class Uint {
    readonly value: bigint;
    constructor(value: bigint);
}
declare class Double {
    readonly value: number;
    constructor(value: number);
}
declare class Timestamp {
    /** The nanoseconds since 1970. */
    readonly nanoseconds: bigint;
    /** The offset east of UTC with which the timestamp was written. */
    readonly offsetSeconds: number;
    constructor(nanoseconds: bigint, offsetSeconds?: number);
}
declare class Duration {
    readonly nanoseconds: bigint;
    constructor(nanoseconds: bigint);
}
declare abstract class List {
    abstract readonly size: number;
    /** The item at an index below `size`. */
    abstract at(index: number): Value;
    /** Lists override `equals` and `concat` when they have other rules. */
    equals(other: List): boolean;
    concat(other: List): List;
    [Symbol.iterator](): Generator<Value>;
}
/** A map, or an object with declared fields. */
declare abstract class Dict {
    abstract readonly size: number;
    abstract find(key: Value): Value | undefined;
    abstract keys(): Iterable<Value>;
    /** The name of the type that it was declared with; undefined for a map. */
    readonly typeName: string | undefined;
}
declare class Optional {
    readonly value: Value | undefined;
    constructor(value: Value | undefined);
}
declare class TypeValue {
    readonly name: string;
    constructor(name: string);
}
/** A value that only the functions of its library understand. */
declare abstract class Opaque {
    abstract readonly typeName: string;
    /** The name of the real server's Go type, which some errors show. */
    abstract readonly goType: string;
    /** Compares with any value; undefined when the real server has no overload for the two. */
    abstract equals(other: Value): boolean | undefined;
}

/** The largest size of the value at a path; undefined when it is unknown. */
type SizeOf = (path: readonly string[]) => number | undefined;

/**
 * The implementation of an overload. It is called only with arguments of its signature, so its parameters can have
 * these types.
 */
type Implementation = (...args: never[]) => Value;
/** One signature of a function. `id` is the key in the tables of costs. */
interface Overload {
    readonly id: string;
    readonly isMember: boolean;
    readonly parameters: readonly Type[];
    readonly result: Type;
    readonly call: Implementation;
}
interface FunctionDeclaration {
    readonly overloads: readonly Overload[];
    /**
     * Whether an implementation that dispatches by itself accepts a value. Absent for overloads that the types of the arguments
     * choose at run time.
     */
    readonly accepts?: (first: Value) => boolean;
}
/** Functions by name; a name may be declared by several libraries. */
type Library = Readonly<Record<string, FunctionDeclaration>>;

/** The values of the variables; undefined for a variable without a value. */
type Activation = Readonly<Record<string, Value | undefined>>;

/** The variables of an expression, by their name, dots included. The type of a struct declares its fields. */
interface Environment {
    readonly variables: ReadonlyMap<string, Type>;
    /** The largest sizes of variables, for cost estimates. */
    readonly sizeOf?: SizeOf;
    /** Whether calls of the server's libraries have their own costs, which is the default. Otherwise each costs 1. */
    readonly strictCost?: boolean;
    /** Functions of the caller, in addition to the functions of all libraries. Each call costs 1. */
    readonly functions?: Library;
}
interface Program {
    readonly source: string;
    readonly type: Type;
    /** The highest cost of a run. */
    readonly maxCost: number;
    /** `maxCost` as an exact integer. */
    readonly exactMaxCost: bigint;
    /** The names that the expression reads: variables, also of macros, types and values of enumerations. */
    readonly reads: ReadonlySet<string>;
    /**
     * The arguments of each call of a global function, in the order of the text; undefined for an argument that is not a
     * literal.
     */
    literalsOf(functionName: string): readonly (readonly (Value | undefined)[])[];
    /**
     * The value or the error, and the cost. `budget` is in the server's units of cost; a run that exceeds it ends with a
     * `BudgetError`, which the expression cannot absorb.
     * @throws errors of functions of the caller, and any other error that the expression itself does not cause
     */
    run(activation: Activation, budget: number): Outcome;
}
type Outcome = {
    readonly value: Value;
    readonly cost: number;
} | {
    readonly error: Error;
    readonly cost: number;
};
/**
 * Parses, checks and compiles an expression, and evaluates its constant parts. `isReturned` tests the type of its value.
 * Without `isReturned`, every type is accepted.
 * @throws CompileError with every fault of the text, as the real server reports them
 * @throws ResultTypeError when the type of the value fails the test
 * @throws InstantiationError when a constant part has no value
 */
declare function compile(source: string, environment: Environment, isReturned?: (type: Type) => boolean): Program;
/**
 * The type of an expression, for callers that do not run it.
 * @throws CompileError as `compile` does
 */
declare function typeOf(source: string, environment: Environment): Type;

/**
 * Thrown when an expression has no value, with a message such as `division by zero` or `no such key: x`. `||`, `&&` and the
 * macros may absorb it.
 */
declare class EvaluationError extends Error {
    readonly name: string;
}
/** Thrown when the budget is spent. No operator absorbs this error. */
declare class BudgetError extends Error {
    readonly name = "BudgetError";
    constructor();
}

/** Thrown when an expression cannot be compiled; the message shows each fault with its line and a caret below its position. */
declare class CompileError extends Error {
    readonly name = "CompileError";
}

/** A JSON value. The JSON reader represents integers beyond 2^53 as `bigint`. */
type Json = string | number | bigint | boolean | null | Json[] | JsonObject;
interface JsonObject {
    [key: string]: Json | undefined;
}

/** JSON without a schema, converted lazily: whole numbers are ints. */
declare function jsonValue(value: Json | undefined): Value;

export { BOOL, BYTES, BudgetError, CompileError, DOUBLE, DURATION, DYN, Dict, Double, Duration, EvaluationError, INT, List, Opaque, Optional, STRING, TIMESTAMP, Timestamp, TypeValue, UINT, Uint, compile, jsonValue, listOf, mapOf, optionalOf, struct, typeOf };
export type { Activation, Environment, FunctionDeclaration, Implementation, Json, JsonObject, Outcome, Overload, Program, SizeOf, Type, TypeKind, Value };
