// What a third of the files use.
global using System.Collections.Immutable;
global using Marketplace.Contracts.Audit;
global using Marketplace.Protocols;
global using Orleans;

// Each service has the namespace of its folder, so these entities need another name inside them.
global using CustomerEntity = Marketplace.Contracts.Entities.Customer;
global using OrderEntity = Marketplace.Contracts.Entities.Order;
global using ProductEntity = Marketplace.Contracts.Entities.Product;
global using SellerEntity = Marketplace.Contracts.Entities.Seller;
global using ShipmentEntity = Marketplace.Contracts.Entities.Shipment;
