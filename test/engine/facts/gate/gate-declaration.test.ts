import { describe, expect, it } from "vitest";
import { gateDeclared } from "../../../../src/engine/facts/gate/gate-declared.ts";
import { gateReferenced } from "../../../../src/engine/facts/gate/gate-referenced.ts";
import {
  gateRenderedOtherwise,
  gateRenderedStrategy,
} from "../../../../src/engine/facts/gate/gate-rendered-strategy.ts";
import type { GateSubject } from "../../../../src/engine/facts/subject.ts";
import type { Snapshot } from "../../../../src/snapshot/snapshot.ts";
import { codesOf, derive, evidenceOf, sourceOf } from "../derive.ts";
import {
  componentFile,
  declaredFiles,
  gate,
  gateSubject,
  kustomization,
  onDelete,
} from "./gate-subject.ts";
import { shown } from "./known.ts";

type GitFiles = NonNullable<Snapshot["git"]>["files"];
type Strategies = NonNullable<GitFiles[string]["strategies"]>;

const referencing = { [kustomization]: { components: [gate.declared.component] } };
const unreferencing = { [kustomization]: { components: ["cilium/components/private"] } };
const setting = (...strategies: Strategies): GitFiles => ({ [componentFile]: { strategies } });

const above = (...strategies: Strategies): GitFiles => ({
  [kustomization]: { components: [gate.declared.component], strategies },
});

describe("gate.declared", () => {
  it.each<{ files: GitFiles; declared: boolean | "unknown"; why: string }>([
    { files: declaredFiles, declared: true, why: "both halves hold" },
    {
      files: { ...unreferencing, ...setting(onDelete) },
      declared: false,
      why: "the component is not referenced",
    },
    {
      files: { ...referencing, ...setting({ ...onDelete, value: "RollingUpdate" }) },
      declared: false,
      why: "the component sets another strategy",
    },
    {
      files: { ...referencing, ...setting() },
      declared: false,
      why: "the component sets no strategy",
    },
    {
      files: { ...referencing, [componentFile]: {} },
      declared: false,
      why: "the component was read and says nothing of it",
    },
    {
      files: { ...referencing, ...setting({ ...onDelete, name: "coredns" }) },
      declared: false,
      why: "the OnDelete belongs to another object",
    },
    {
      files: { ...referencing, ...setting({ ...onDelete, pointer: "/spec/values/operator/type" }) },
      declared: false,
      why: "the OnDelete is another field's",
    },
    {
      files: { ...referencing, ...setting({ ...onDelete, namespace: "other" }) },
      declared: false,
      why: "the OnDelete is of a namesake elsewhere",
    },
    {
      files: {
        ...referencing,
        ...setting({
          kind: onDelete.kind,
          name: onDelete.name,
          pointer: onDelete.pointer,
          value: "OnDelete",
        }),
      },
      declared: true,
      why: "the patch leaves the namespace out",
    },
    {
      files: { ...referencing, ...setting({ ...onDelete, value: "RollingUpdate" }, onDelete) },
      declared: true,
      why: "the last of two patches sets it",
    },
    {
      files: { ...referencing, ...setting(onDelete, { ...onDelete, value: "RollingUpdate" }) },
      declared: false,
      why: "a later patch takes it back",
    },
    {
      files: { ...referencing, ...setting(onDelete, { ...onDelete, value: null }) },
      declared: false,
      why: "a later patch deletes it",
    },
    {
      files: { ...referencing, ...setting(onDelete, { ...onDelete, name: "x", value: null }) },
      declared: true,
      why: "a later patch deletes it from another object",
    },
    {
      files: { ...above({ ...onDelete, value: "RollingUpdate" }), ...setting(onDelete) },
      declared: false,
      why: "a patch of the kustomization, which comes after the component's, takes it back",
    },
    {
      files: { ...above({ ...onDelete, value: null }), ...setting(onDelete) },
      declared: false,
      why: "a patch of the kustomization deletes it",
    },
    {
      files: { ...above(onDelete), ...setting(onDelete) },
      declared: true,
      why: "a patch of the kustomization says the same",
    },
    {
      files: { ...above(onDelete), ...setting() },
      declared: false,
      why: "the kustomization sets it, and the component does not: that is no gate of the component",
    },
    { files: referencing, declared: "unknown", why: "the component was not read" },
    { files: setting(onDelete), declared: "unknown", why: "the kustomization was not read" },
    {
      files: unreferencing,
      declared: false,
      why: "not referenced decides whatever the component says",
    },
    {
      files: setting({ ...onDelete, value: "RollingUpdate" }),
      declared: false,
      why: "no OnDelete decides whatever is referenced",
    },
    { files: {}, declared: "unknown", why: "neither file was read" },
  ])("is $declared when $why", ({ files, declared }) => {
    const fact = derive(gateDeclared, gateSubject({ files }));
    expect(shown(fact)).toBe(declared);
  });

  it("is unknown without any Git, and says which files would tell", () => {
    const fact = derive(gateDeclared, gateSubject());
    expect(fact).toEqual({
      state: "unknown",
      reasons: [kustomization, componentFile].map((path) => ({
        code: "NotRead",
        detail: `\`${path}\` of the Git checkout is not in the snapshot`,
        cure: `give the checkout that holds ${path} (--git DIR)`,
      })),
    });
  });

  it("gives the reason of the gap", () => {
    const gaps = [{ part: "git", name: componentFile, reason: "Unparsable" }] as const;
    expect(codesOf(derive(gateDeclared, gateSubject({ files: referencing, gaps })))).toEqual([
      "Unparsable",
    ]);
  });

  it.each([
    { name: componentFile, codes: ["Partial"], why: "the file was not read well" },
    { name: `${componentFile}#strategies`, codes: ["Partial"], why: "its patches were not" },
    { name: undefined, codes: ["Partial", "Partial"], why: "nothing of Git was" },
    { name: `${componentFile}#markers`, codes: ["value"], why: "another field was not" },
    { name: `${kustomization}x`, codes: ["value"], why: "another file was not" },
  ])("with a gap is $codes, whatever the record holds, where $why", ({ name, codes }) => {
    const gap = { part: "git", reason: "Partial" } as const;
    const gaps = [name === undefined ? gap : { ...gap, name }];
    expect(codesOf(derive(gateDeclared, gateSubject({ files: declaredFiles, gaps })))).toEqual(
      codes,
    );
  });

  it("is unknown where a forged part of a patch list says that the gate is off", () => {
    const gaps = [{ part: "git", name: componentFile, reason: "Partial" }] as const;
    const files = { ...referencing, ...setting() };
    expect(codesOf(derive(gateDeclared, gateSubject({ files, gaps })))).toEqual(["Partial"]);
  });

  it("tells where it was seen", () => {
    expect(evidenceOf(gateDeclared, gateSubject({ files: declaredFiles }))).toEqual([
      ["/git/files/k8s~1controllers~1kustomization.yaml/components/1", gate.declared.component],
      [`/git/files/${componentFile.replaceAll("/", "~1")}/strategies/0/value`, "OnDelete"],
    ]);
  });
});

describe("gate.referenced", () => {
  it.each<{ files: GitFiles; referenced: boolean | "unknown"; why: string }>([
    { files: referencing, referenced: true, why: "the component is listed" },
    { files: unreferencing, referenced: false, why: "only others are listed" },
    { files: { [kustomization]: {} }, referenced: false, why: "the kustomization lists none" },
    { files: setting(onDelete), referenced: "unknown", why: "the kustomization was not read" },
  ])("is $referenced when $why", ({ files, referenced }) => {
    const fact = derive(gateReferenced, gateSubject({ files }));
    expect(shown(fact)).toBe(referenced);
  });
});

describe("gate.declared beside a rendering", () => {
  const key = "helm.toolkit.fluxcd.io/HelmRelease/kube-system/cilium";
  const { pointer } = gate.declared.strategy;
  const beside = (value: string | null | undefined, files: GitFiles = declaredFiles) => ({
    source: sourceOf({
      git: { files },
      rendered: {
        helmReleases: {
          [key]: { spec: {}, ...(value === undefined ? {} : { strategies: { [pointer]: value } }) },
        },
      },
    }),
    gate,
  });
  const off = { ...unreferencing, ...setting(onDelete) };
  it.each([
    { subject: beside("OnDelete"), facts: [true, "OnDelete", false], why: "both say OnDelete" },
    {
      subject: beside("RollingUpdate"),
      facts: ["unknown", "RollingUpdate", true],
      why: "a patch that neither file holds takes it back",
    },
    { subject: beside(null), facts: ["unknown", "nothing", true], why: "one deletes it" },
    {
      subject: beside(undefined),
      facts: [true, "absent", "absent"],
      why: "it says nothing of the field",
    },
    {
      subject: beside("OnDelete", off),
      facts: [false, "OnDelete", true],
      why: "something else than the component sets it",
    },
    {
      subject: beside("RollingUpdate", off),
      facts: [false, "RollingUpdate", false],
      why: "both say that there is no gate",
    },
  ])("is $facts where $why", ({ subject, facts }) => {
    const told = [gateDeclared, gateRenderedStrategy, gateRenderedOtherwise].map((fact) =>
      shown(derive<GateSubject, unknown>(fact, subject)),
    );
    expect(told).toEqual(facts);
  });
});
