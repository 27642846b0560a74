// What a third of the files use.
global using System.Collections.Immutable;
global using Marketplace.Contracts.Entities;
global using Orleans;
