/** The variables of a template, read from its type: `UriVariables<"test://{id}/{+path}">` is `{ id: string; path: string }`. */

/**
 * What a match of the template yields. Exploded variables are lists. A variable that may leave no trace is optional: all of
 * `{#a}`, `{.a}`, `{/a}`, `{;a}`, `{?a}` and `{&a}`, and all but the first of `{a,b}` and `{+a,b}`. A template that is only known as
 * `string` yields whatever there is.
 */
export type UriVariables<Template extends string> = string extends Template
  ? Readonly<Record<string, string | string[] | undefined>>
  : Flat<Merge<Expressions<Template>>>;

/** The insides of all braces. */
type Expressions<Template extends string> = Template extends `${string}{${infer Inside}}${infer Rest}`
  ? Inside | Expressions<Rest>
  : never;

type Lead = "#" | "." | "/" | ";" | "?" | "&";

type Merge<Inside extends string> = {
  readonly [Spec in FirstSpec<Inside> as NameOf<Spec>]: ValueOf<Spec>;
} & {
  readonly [
    Spec in OtherSpecs<Inside> as NameOf<Spec> extends NameOf<FirstSpec<Inside>> ? never : NameOf<Spec>
  ]?: ValueOf<Spec>;
};

/** The specs that always leave a trace. */
type FirstSpec<Inside extends string> = Inside extends `${Lead}${string}`
  ? never
  : Inside extends `+${infer Specs}`
    ? Head<Specs>
    : Head<Inside>;

type OtherSpecs<Inside extends string> = Inside extends `${Lead}${infer Specs}`
  ? Head<Specs> | Tail<Specs>
  : Inside extends `+${infer Specs}`
    ? Tail<Specs>
    : Tail<Inside>;

type Head<Specs extends string> = Specs extends `${infer First},${string}` ? First : Specs;
type Tail<Specs extends string> = Specs extends `${string},${infer Rest}` ? Head<Rest> | Tail<Rest> : never;

type NameOf<Spec extends string> = Spec extends `${infer Name}*`
  ? Name
  : Spec extends `${infer Name}:${string}`
    ? Name
    : Spec;
type ValueOf<Spec extends string> = Spec extends `${string}*` ? string[] : string;

type Flat<Type> = { readonly [Key in keyof Type]: Type[Key] };
