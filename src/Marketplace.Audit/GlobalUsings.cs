// What a third of the files use.
global using Marketplace.Audit.Facts;
global using Marketplace.Audit.History;
